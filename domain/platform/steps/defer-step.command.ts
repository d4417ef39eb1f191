import { database } from '#domain/platform/database.ts';
import { dispatchOutbox } from './dispatch-outbox.command.ts';
import type { StepHold, Try } from './step.ts';

/**
 * Gives a held step back to the queue for later: after a retryable failure, when a vendor has no allowance, when a worker drains.
 * The row becomes `queued` with a new dispatch number and its outbox row in one statement. A hold that is no longer valid changes
 * nothing.
 * @param dueAt not before this time
 * @param tried replaces the row's list of failed tries when given
 */
export async function deferStep(hold: StepHold, dueAt: Date, tried?: readonly Try[]): Promise<void> {
  const { rows } = await database().raw(
    `with deferred as (
       update step set state = 'queued', dispatch = step.dispatch + 1, dispatched_at = now(), due_at = ?, lease_until = null, worker = null,
              tried = coalesce(?::jsonb, step.tried)
         from run
        where step.id = ? and step.fence = ? and step.state = 'running' and run.id = step.run_id
       returning step.id, step.dispatch, step.job, step.due_at, run.lane
     )
     insert into outbox (step_id, dispatch, job, lane, due_at) select id, dispatch, job, lane, due_at from deferred returning step_id`,
    [dueAt, tried ? JSON.stringify(tried) : null, hold.stepId, hold.fence],
  );
  if (rows.length > 0) await dispatchOutbox([hold.stepId]);
}

/**
 * Announces a step once more for later, without touching its holder: what an early redelivery does instead of succeeding. Only the newest
 * announcement does: older copies end here, so that copies do not multiply.
 * @param dispatch number of the delivery that came early
 */
export async function redispatchStep(stepId: string, dispatch: number, dueAt: Date): Promise<void> {
  await database().raw(
    `with bumped as (
       update step set dispatch = step.dispatch + 1, dispatched_at = now()
         from run where step.id = ? and step.dispatch = ? and run.id = step.run_id and step.state in ('queued','running')
       returning step.id, step.dispatch, step.job, run.lane
     )
     insert into outbox (step_id, dispatch, job, lane, due_at) select id, dispatch, job, lane, ?::timestamptz from bumped`,
    [stepId, dispatch, dueAt],
  );
  await dispatchOutbox([stepId]);
}

/**
 * What a job answers that waits for something outside, a vendor's clip for instance: it is asked again later. Meanwhile it holds no worker
 * slot, and looking counts as no failure.
 */
export interface LookAgain {
  readonly afterMs: number;
  /** Counted from the first look: then it has failed. */
  readonly withinMs: number;
  /** Replaces the step's payload, e.g. by the id under which the vendor works. */
  readonly payload?: unknown;
}

/** What was waited for outside did not come in time. */
export class LookExpired extends Error {
  constructor() {
    super('what was waited for did not come in time');
    this.name = 'LookExpired';
  }
}

/**
 * Gives a held step back to the queue for its next look, with its new payload, in one statement.
 * @throws LookExpired when its time is over: the step is still held then; StepLost never, a hold that is no longer valid changes nothing
 */
export async function lookAgain(step: StepHold & { readonly lookUntil: Date | null }, look: LookAgain): Promise<void> {
  const until = step.lookUntil ?? new Date(Date.now() + look.withinMs);
  if (until.getTime() <= Date.now()) throw new LookExpired();
  // the last look is at the very end of its time
  const dueAt = new Date(Math.min(Date.now() + look.afterMs, until.getTime()));
  const { rows } = await database().raw(
    `with waiting as (
       update step set state = 'queued', dispatch = step.dispatch + 1, dispatched_at = now(), due_at = ?, lease_until = null, worker = null,
              look_until = ?, payload = coalesce(?::jsonb, step.payload)
         from run
        where step.id = ? and step.fence = ? and step.state = 'running' and run.id = step.run_id
       returning step.id, step.dispatch, step.job, step.due_at, run.lane
     )
     insert into outbox (step_id, dispatch, job, lane, due_at) select id, dispatch, job, lane, due_at from waiting returning step_id`,
    [dueAt, until, look.payload === undefined ? null : JSON.stringify(look.payload), step.stepId, step.fence],
  );
  if (rows.length > 0) await dispatchOutbox([step.stepId]);
}
