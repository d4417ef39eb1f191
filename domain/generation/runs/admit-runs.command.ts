import { say } from '#contract/platform/sentence.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { dispatchOutbox } from '#domain/platform/steps/dispatch-outbox.command.ts';
import { endPauses } from '#domain/vendors/llm/end-pauses.command.ts';
import { advanceRun } from './advance-run.command.ts';
import { ACTIVE_SQL, QUEUE_ORDER_SQL } from '#domain/generation/forecast/queue-order.ts';
import { recordEvent } from './run-event.ts';

/** Key of the advisory lock that lets one process admit at a time; everybody else waits some milliseconds. */
const ADMISSION_LOCK = 7101;

/**
 * Starts waiting runs while fewer than `maxActiveRuns` are active: the only place where a run leaves the queue. Called when a run is
 * created, when one ends or is approved, and every second by the workers in case the caller died. A run that starts
 * may probe every service at once.
 * @returns ids of the runs that were started
 */
export async function admitRuns(): Promise<string[]> {
  const waiting = await database()('run').where({ status: 'queued' }).first('id');
  if (!waiting) return [];
  const { started, steps } = await transact(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [ADMISSION_LOCK]);
    const { rows } = await trx.raw(
      `update run set status = 'running', stage = 'outline', progress = greatest(progress, 10), started_at = coalesce(started_at, now())
        where id in (select id from (${QUEUE_ORDER_SQL}) queue
                      where rank <= greatest(0, ? - (select count(*) from run where ${ACTIVE_SQL})))
          -- of the row itself: one that was being stopped when its rank was read must not start again
          and status = 'queued'
       returning id, started_at = now() as fresh`,
      [config().maxActiveRuns],
    );
    const admitted = rows as { id: string; fresh: boolean }[];
    const added: string[] = [];
    for (const { id, fresh } of admitted) {
      // an approved outline comes back to the queue and goes on from there
      if (fresh) await recordEvent(trx, id, 'run.started', say('Writing has started.'));
      added.push(...(await advanceRun(trx, id)));
    }
    return { started: admitted.map(({ id }) => id), steps: added };
  });
  if (started.length > 0) await endPauses();
  await dispatchOutbox(steps);
  return started;
}
