import { database } from '#domain/platform/database.ts';
import { written } from '#contract/platform/sentence.contract.ts';
import type { RunEvent } from '#domain/platform/runs/run-event.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { dispatchOutbox } from './outbox.commands.ts';
import type { Outbox } from './step.model.ts';
import type { StepHold, FailedAttempt } from './step.ts';

/**
 * Returns a held step to the queue for later: after a retryable failure, when a vendor's limit is exhausted, or when a worker drains. The
 * row becomes `queued` with a new dispatch number and its outbox row in one statement. An invalid hold changes nothing and logs nothing:
 * its run may have ended, and the learner would read of another try below the end.
 * @param dueAt not before this time
 * @param tried replaces the row's list of failed tries when given
 * @param event line for the run's log
 */
export async function deferStep(hold: StepHold, dueAt: Date, tried?: readonly FailedAttempt[], event?: RunEvent): Promise<void> {
  const { text, words = null } = event ? written(event.message) : { text: null };
  const announced = await rowsOf<Pick<Outbox, 'step_id'>>(
    database(),
    sql`with deferred as (
       update step set state = 'queued', dispatch = step.dispatch + 1, dispatched_at = now(), due_at = ${dueAt}, lease_until = null, worker = null,
              tried = coalesce(${tried ? JSON.stringify(tried) : null}::jsonb, step.tried)
         from run
        where step.id = ${hold.stepId} and step.fence = ${hold.fence} and step.state = 'running' and run.id = step.run_id
       returning step.id, step.run_id, step.dispatch, step.job, step.due_at, run.lane
     ), logged as (
       insert into run_event (run_id, event, text, words) select run_id, name, text, words from deferred,
              (values (${event?.name ?? null}::text, ${text}::text, ${words}::jsonb)) as line(name, text, words) where name is not null
     )
     insert into outbox (step_id, dispatch, job, lane, due_at) select id, dispatch, job, lane, due_at from deferred returning step_id`,
  );
  if (announced.length > 0) await dispatchOutbox([hold.stepId]);
}

/**
 * Announces a step again for later, without affecting its holder; this settles an early redelivery. Only for the newest announcement: older
 * copies end here, so that copies do not multiply.
 * @param dispatch number of the delivery that came early
 */
export async function redispatchStep(stepId: string, dispatch: number, dueAt: Date): Promise<void> {
  await rowsOf(
    database(),
    sql`with bumped as (
       update step set dispatch = step.dispatch + 1, dispatched_at = now()
         from run where step.id = ${stepId} and step.dispatch = ${dispatch} and run.id = step.run_id and step.state in ('queued','running')
       returning step.id, step.dispatch, step.job, run.lane
     )
     insert into outbox (step_id, dispatch, job, lane, due_at) select id, dispatch, job, lane, ${dueAt}::timestamptz from bumped`,
  );
  await dispatchOutbox([stepId]);
}

/**
 * Returned by a job that waits for something external, such as a vendor's clip, and runs again later. Meanwhile it occupies no worker slot,
 * and polling does not count as a failure.
 */
export interface PollLater {
  readonly afterMs: number;
  /** Timeout, counted from the first poll, after which the step fails. */
  readonly withinMs: number;
  /** Replaces the step's payload, e.g. to store the vendor's job id. */
  readonly payload?: unknown;
}

/** The external work did not finish in time. */
export class PollExpired extends Error {
  constructor() {
    super('what was waited for did not come in time');
    this.name = 'PollExpired';
  }
}

/**
 * Returns a held step to the queue for its next poll, with its new payload, in one statement.
 * @throws PollExpired at the timeout, with the step still held; StepLost never, because an invalid hold changes nothing
 */
export async function schedulePoll(step: StepHold & { readonly pollUntil: Date | null }, look: PollLater): Promise<void> {
  const until = step.pollUntil ?? new Date(Date.now() + look.withinMs);
  if (until.getTime() <= Date.now()) throw new PollExpired();
  // the last poll is exactly at the timeout
  const dueAt = new Date(Math.min(Date.now() + look.afterMs, until.getTime()));
  const announced = await rowsOf<Pick<Outbox, 'step_id'>>(
    database(),
    sql`with waiting as (
       update step set state = 'queued', dispatch = step.dispatch + 1, dispatched_at = now(), due_at = ${dueAt}, lease_until = null, worker = null,
              look_until = ${until}, payload = coalesce(${look.payload === undefined ? null : JSON.stringify(look.payload)}::jsonb, step.payload)
         from run
        where step.id = ${step.stepId} and step.fence = ${step.fence} and step.state = 'running' and run.id = step.run_id
       returning step.id, step.dispatch, step.job, step.due_at, run.lane
     )
     insert into outbox (step_id, dispatch, job, lane, due_at) select id, dispatch, job, lane, due_at from waiting returning step_id`,
  );
  if (announced.length > 0) await dispatchOutbox([step.stepId]);
}
