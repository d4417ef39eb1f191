import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { tuning } from '#domain/platform/tuning/tuning.queries.ts';
import { dispatchOutbox } from '#domain/platform/steps/outbox.commands.ts';
import { advanceRun } from './advance-run.command.ts';
import { runCalls, runKind, runKinds } from './engine.ts';
import { ACTIVE_SQL, queueOrderSql } from './queue-order.ts';
import { recordEvent } from './run-event.ts';
import type { Run } from './run.model.ts';

/** Key of the advisory lock that lets one process admit at a time; the others wait a few milliseconds. */
const ADMISSION_LOCK = 7101;

/**
 * Starts queued runs while fewer than `maxActiveRuns` are active: the only place where a run leaves the queue. The batch lane never uses
 * the learners' share of the slots, even when no learner waits, so that the next learner's run starts at once. Called when a run is
 * created, ends or is approved, and announced with each of these in case the caller crashed. A run that starts may probe every service at
 * once. Runs of a kind this version does not know are left for a version that does.
 * @returns ids of the started runs
 */
export async function admitRuns(): Promise<string[]> {
  const waiting = await database()('run').where({ status: 'queued' }).first('id');
  if (!waiting) return [];
  const { max_active_runs: most } = await tuning();
  const { started, steps } = await transact(async (trx) => {
    await rowsOf(trx, sql`select pg_advisory_xact_lock(${ADMISSION_LOCK})`);
    const begins = JSON.stringify(runKinds().map((kind) => ({ kind: kind.name, ...kind.begins })));
    const mostBatch = most - Math.floor(most * config().vendor.interactiveShare);
    const admitted = await rowsOf<Pick<Run, 'id' | 'kind'> & { readonly fresh: boolean }>(
      trx,
      sql`update run set status = 'running', is_parked = false, stage = begins.stage, progress = greatest(run.progress, begins.progress),
              started_at = coalesce(run.started_at, now())
         from jsonb_to_recordset(${begins}) begins(kind text, stage text, progress int)
        where run.id in (select id from (
                select id, row_number() over (order by rank) as place from (${queueOrderSql()}) queue
                 where not is_held
                   and (lane <> 'batch' or lane_rank <= ${mostBatch} - (select count(*) from run where ${ACTIVE_SQL} and lane = 'batch'))) queue
                      where place <= ${most} - (select count(*) from run where ${ACTIVE_SQL}))
          -- of the row itself: a run that was being stopped when its rank was read must not start again
          and run.status = 'queued' and begins.kind = run.kind
       returning run.id, run.kind, run.started_at = now() as fresh`,
    );
    const added: string[] = [];
    for (const { id, kind, fresh } of admitted) {
      // an approved run returns to the queue and continues from there
      if (fresh) await recordEvent(trx, id, 'run.started', runKind(kind).begins.message);
      added.push(...(await advanceRun(trx, { id, kind })));
    }
    return { started: admitted.map(({ id }) => id), steps: added };
  });
  if (started.length > 0) await runCalls().endPauses();
  await dispatchOutbox(steps);
  return started;
}

/**
 * Admits runs after a slot or new work has appeared. Never throws, because the announcement of that event admits too.
 * @param what the event, for the log
 */
export async function admitAfter(what: string): Promise<void> {
  await admitRuns().catch((error: unknown) => logger().warn({ err: error }, `admission failed after ${what}; the workers will retry it`));
}
