import { database } from '#domain/platform/database.ts';
import { leaseEnded } from './claim-step.command.ts';
import { dispatchOutbox } from './dispatch-outbox.command.ts';
import { STEP_PAUSED } from './paused-work.ts';

/**
 * An announced but unclaimed step may only be waiting its turn, or its job may be lost (its worker crashed between taking the job and
 * claiming the step, or the queue's store was lost). It is announced again after 10 s, then 20 s, 40 s … at most 320 s, so that a long
 * queue does not fill up with copies. Steps of a batch wait long beside learners, and announcing hundreds of them again would take the learners'
 * time: they wait six times as long.
 */
const UNANSWERED = `greatest(step.dispatched_at, step.due_at) < now() - 5 * power(2, least(step.dispatch, 6)) * case run.lane when 'batch' then 6 else 1 end * interval '1 s'`;

/**
 * Finds and announces again what a crash left behind: expired leases, due steps whose job was lost with the queue's store, outbox rows
 * whose process crashed before dispatching. Every worker may call it at any time; each row is swept by one of them.
 * @returns number of deliveries made
 */
export async function sweepSteps(): Promise<number> {
  await database().raw(
    `with stale as (
       select step.id from step join run on run.id = step.run_id
        where run.status = 'running' and not ${STEP_PAUSED}
          and ((${leaseEnded()}
                and (step.dispatched_at < step.lease_until or ${UNANSWERED}))
            or (step.state = 'queued' and ${UNANSWERED}))
          and not exists (select 1 from outbox where outbox.step_id = step.id)
        order by step.due_at limit 500 for update of step skip locked
     ), bumped as (
       update step set dispatch = dispatch + 1, dispatched_at = now() where id in (select id from stale)
       returning id, dispatch, job, run_id
     )
     insert into outbox (step_id, dispatch, job, lane, due_at, created_at)
     select bumped.id, bumped.dispatch, bumped.job, run.lane, now(), now() - interval '2 seconds' from bumped join run on run.id = bumped.run_id`,
  );
  return dispatchOutbox();
}
