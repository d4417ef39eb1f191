import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { leaseEnded } from './claim-step.command.ts';
import { dispatchOutbox } from './dispatch-outbox.command.ts';
import { isJobStanding } from './job-sink.ts';
import { STEP_PAUSED } from './paused-work.ts';
import type { Outbox, Step } from './step.model.ts';

/**
 * An announced but unclaimed step may only be waiting its turn, in a long queue or a paused one, or its job may be lost (the queue's store was
 * lost, or a delivery failed because the database was unavailable). The queue is asked after 10 s, and whenever the step has waited twice as long,
 * at least every 320 s. Steps of a batch wait long beside learners, and asking for hundreds of them would take the learners' time: they wait six
 * times as long.
 */
const UNANSWERED = sql`now() - greatest(step.dispatched_at, step.due_at) >
  case run.lane when 'batch' then 6 else 1 end * greatest(interval '10 s', least(interval '320 s', step.dispatched_at - greatest(step.created_at, step.due_at)))`;

interface Stale extends Pick<Step, 'id' | 'dispatch' | 'job'>, Pick<Outbox, 'lane'> {
  /** Its lease has ended since it was announced: its holder has crashed. */
  readonly is_orphaned: boolean;
}

/**
 * Finds and announces again what a crash left behind: expired leases, due steps whose job was lost with the queue's store, outbox rows
 * whose process crashed before dispatching. Every worker may call it at any time; each row is swept by one of them.
 * @returns number of deliveries made
 */
export async function sweepSteps(): Promise<number> {
  const stale = await rowsOf<Stale>(
    database(),
    sql`with stale as (
       select step.id, run.lane, step.state = 'running' and step.dispatched_at < step.lease_until as is_orphaned
         from step join run on run.id = step.run_id
        where run.status = 'running' and not ${STEP_PAUSED}
          and ((${leaseEnded()}
                and (step.dispatched_at < step.lease_until or ${UNANSWERED}))
            or (step.state = 'queued' and ${UNANSWERED}))
          and not exists (select 1 from outbox where outbox.step_id = step.id)
        order by step.due_at limit 500 for update of step skip locked
     )
     update step set dispatched_at = now() from stale where step.id = stale.id
     returning step.id, step.dispatch, step.job, stale.lane, stale.is_orphaned`,
  );
  const lost = await Promise.all(
    stale.map(async ({ id: stepId, is_orphaned: isOrphaned, ...announced }) => {
      const stands = !isOrphaned && (await isJobStanding({ ...announced, stepId }));
      return stands ? [] : [stepId];
    }),
  );
  await rowsOf(
    database(),
    sql`with bumped as (
       update step set dispatch = step.dispatch + 1
         from run where step.id = any(${lost.flat()}::uuid[]) and run.id = step.run_id and (step.state = 'queued' or ${leaseEnded()})
          and not exists (select from outbox where outbox.step_id = step.id)
       returning step.id, step.dispatch, step.job, run.lane
     )
     insert into outbox (step_id, dispatch, job, lane, due_at, created_at)
     select id, dispatch, job, lane, now(), now() - interval '2 seconds' from bumped`,
  );
  return dispatchOutbox();
}
