import type { Knex } from 'knex';
import { database } from '#domain/platform/database.ts';

/**
 * Makes delayed steps due now and announces them, in the caller's transaction; dispatch them after the commit.
 * @returns ids of these steps
 */
export async function announceDelayed(trx: Knex.Transaction, runId: string): Promise<string[]> {
  const { rows } = await trx.raw(
    `with due as (
       update step set due_at = now(), dispatch = step.dispatch + 1, dispatched_at = now()
         from run where run.id = ? and step.run_id = run.id and step.state = 'queued' and step.due_at > now()
       returning step.id, step.dispatch, step.job, run.lane
     )
     insert into outbox (step_id, dispatch, job, lane, due_at) select id, dispatch, job, lane, now() from due returning step_id`,
    [runId],
  );
  return rows.map((row: { step_id: string }) => row.step_id);
}

/**
 * Makes these steps due now and announces them, in the caller's transaction, if they wait; dispatch them after the commit. One that is
 * locked at this moment is being stopped: waiting for it could be a deadlock.
 * @returns ids of these steps
 */
export async function announceWaiting(trx: Knex.Transaction, stepIds: readonly string[]): Promise<string[]> {
  const { rows } = await trx.raw(
    `with due as (
       update step set due_at = now(), dispatch = step.dispatch + 1, dispatched_at = now()
         from run where run.id = step.run_id and step.id in (
           select id from step where id = any(?::uuid[]) and state = 'queued' and due_at > now() for no key update skip locked)
       returning step.id, step.dispatch, step.job, run.lane
     )
     insert into outbox (step_id, dispatch, job, lane, due_at) select id, dispatch, job, lane, now() from due returning step_id`,
    [[...stepIds]],
  );
  return rows.map((row: { step_id: string }) => row.step_id);
}

/** Makes a delayed step due now, if this is its newest announcement: someone has promoted its job in the queue. */
export async function announceNow(stepId: string, dispatch: number): Promise<void> {
  await database()('step').where({ id: stepId, dispatch, state: 'queued' }).update({ due_at: database().fn.now() });
}

/**
 * Announces steps that operators have resumed, in the caller's transaction: deliveries made while they were paused had no effect. The sweep
 * dispatches them within a second, or the caller after the commit.
 * @param which condition over `run` and `step`
 * @returns ids of these steps
 */
export async function announceHeld(trx: Knex.Transaction, which: string, bindings: Readonly<Record<string, unknown>>): Promise<string[]> {
  const { rows } = await trx.raw(
    `with woken as (
       update step set dispatch = step.dispatch + 1, dispatched_at = now()
         from run where run.id = step.run_id and run.status = 'running' and step.state = 'queued' and step.due_at <= now() and (${which})
          and not exists (select from outbox where outbox.step_id = step.id)
       returning step.id, step.dispatch, step.job, run.lane
     )
     insert into outbox (step_id, dispatch, job, lane, due_at, created_at)
     select id, dispatch, job, lane, now(), now() - interval '2 seconds' from woken returning step_id`,
    bindings as never,
  );
  return rows.map((row: { step_id: string }) => row.step_id);
}

/**
 * Releases the running steps of a run's children, in the caller's transaction: their workers notice at the next heartbeat, abort their
 * calls, and can no longer write. Whoever pauses them must announce them again.
 */
export async function releaseSteps(trx: Knex.Transaction, parentId: string): Promise<void> {
  await trx.raw(
    `update step set state = 'queued', fence = step.fence + 1, worker = null, lease_until = null, due_at = now()
       from run where run.parent_id = ? and step.run_id = run.id and step.state = 'running'`,
    [parentId],
  );
}
