import type { Knex } from 'knex';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { Lane } from '#queues/platform/define-job.ts';

interface Announced {
  readonly step_id: string;
}

/** Makes steps due now and announces them. @param which condition over `run` and `step` */
const announceDue = (which: Sql): Sql => sql`with due as (
       update step set due_at = now(), dispatch = step.dispatch + 1, dispatched_at = now()
         from run where run.id = step.run_id and ${which}
       returning step.id, step.dispatch, step.job, run.lane
     )
     insert into outbox (step_id, dispatch, job, lane, due_at) select id, dispatch, job, lane, now() from due returning step_id`;

const stepsOf = (announced: readonly Announced[]): string[] => announced.map(({ step_id: stepId }) => stepId);

/**
 * Makes delayed steps due now and announces them, in the caller's transaction; dispatch them after the commit.
 * @returns ids of these steps
 */
export const announceDelayed = async (trx: Knex.Transaction, runId: string): Promise<string[]> =>
  stepsOf(await rowsOf<Announced>(trx, announceDue(sql`run.id = ${runId} and step.state = 'queued' and step.due_at > now()`)));

/**
 * Makes these steps due now and announces them, in the caller's transaction, if they wait; dispatch them after the commit. One that is
 * locked at this moment is being stopped: waiting for it could be a deadlock.
 * @returns ids of these steps
 */
export const announceWaiting = async (trx: Knex.Transaction, stepIds: readonly string[]): Promise<string[]> =>
  stepsOf(
    await rowsOf<Announced>(
      trx,
      announceDue(sql`step.id in (
        select id from step where id = any(${stepIds}::uuid[]) and state = 'queued' and due_at > now() for no key update skip locked)`),
    ),
  );

/** Makes a delayed step due now, if this is its newest announcement: someone has promoted its job in the queue. */
export async function announceNow(stepId: string, dispatch: number): Promise<void> {
  await database()('step').where({ id: stepId, dispatch, state: 'queued' }).update({ due_at: database().fn.now() });
}

/** What operators have resumed: a queue, a kind of run or a batch. */
type Held = { readonly lane: Lane; readonly jobs: readonly string[] } | { readonly kind: string } | { readonly parentId: string };

/**
 * Announces steps that operators have resumed, in the caller's transaction: deliveries made while they were paused had no effect. The sweep
 * dispatches them within a second, or the caller after the commit.
 * @returns ids of these steps
 */
export async function announceHeld(trx: Knex.Transaction, held: Held): Promise<string[]> {
  const which =
    'kind' in held
      ? sql`run.kind = ${held.kind}`
      : 'parentId' in held
        ? sql`run.parent_id = ${held.parentId}`
        : sql`run.lane = ${held.lane} and step.job = any(${held.jobs}::text[])`;
  const announced = await rowsOf<Announced>(
    trx,
    sql`with woken as (
       update step set dispatch = step.dispatch + 1, dispatched_at = now()
         from run where run.id = step.run_id and run.status = 'running' and step.state = 'queued' and step.due_at <= now() and ${which}
          and not exists (select from outbox where outbox.step_id = step.id)
       returning step.id, step.dispatch, step.job, run.lane
     )
     insert into outbox (step_id, dispatch, job, lane, due_at, created_at)
     select id, dispatch, job, lane, now(), now() - interval '2 seconds' from woken returning step_id`,
  );
  return stepsOf(announced);
}

/**
 * Releases the running steps of a run's children, in the caller's transaction: their workers notice at the next heartbeat, abort their
 * calls, and can no longer write. Whoever pauses them must announce them again.
 */
export async function releaseSteps(trx: Knex.Transaction, parentId: string): Promise<void> {
  await rowsOf(
    trx,
    sql`update step set state = 'queued', fence = step.fence + 1, worker = null, lease_until = null, due_at = now()
       from run where run.parent_id = ${parentId} and step.run_id = run.id and step.state = 'running'`,
  );
}
