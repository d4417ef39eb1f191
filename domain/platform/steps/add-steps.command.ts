import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';

export interface NewStep {
  /** Job name of queues/registry.ts. */
  readonly job: string;
  /** Identifies the step within its run, e.g. `lesson:2_1`. Unique in the run: adding it twice adds it once. */
  readonly key: string;
  /** The item it works on, e.g. a lesson's id. */
  readonly itemId?: string | undefined;
  /** Names that item to people who look at the queue, e.g. `2.1 How bees see`. */
  readonly label?: string | undefined;
  /** What the job needs to know beside the run's request. */
  /** Default: none; for a step that is added again, its previous one. */
  readonly payload?: unknown;
}

/**
 * Adds steps to a run together with their outbox rows, in the caller's transaction. Keys the run already has are skipped, so repeating an
 * advance after a crash adds nothing twice; a reopened step starts again. After the commit call `dispatchOutbox` with the ids (the fast
 * path); if the process crashes before that, the sweep dispatches them.
 * @returns ids of the steps that were added or start again
 */
export async function addSteps(trx: Knex.Transaction, run: { id: string; lane: string }, steps: readonly NewStep[]): Promise<string[]> {
  if (steps.length === 0) return [];
  const { rows } = await trx.raw(
    `with added as (
       insert into step (id, run_id, job, key, item_id, label, payload)
       select * from unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::uuid[], ?::text[], ?::jsonb[])
       on conflict (run_id, key) do update
          set state = 'queued', dispatch = step.dispatch + 1, dispatched_at = now(), due_at = now(), created_at = now(), look_until = null,
              payload = coalesce(excluded.payload, step.payload)
        where step.state = 'cancelled'
       returning id, dispatch, job, due_at
     ), announced as (
       insert into outbox (step_id, dispatch, job, lane, due_at) select id, dispatch, job, ?, due_at from added
     )
     select id from added`,
    [
      steps.map(() => uuidv7()),
      steps.map(() => run.id),
      steps.map((step) => step.job),
      steps.map((step) => step.key),
      steps.map((step) => step.itemId ?? null) as string[],
      steps.map((step) => step.label ?? null) as string[],
      steps.map((step) => (step.payload === undefined ? null : JSON.stringify(step.payload))) as string[],
      run.lane,
    ],
  );
  return rows.map((row: { id: string }) => row.id);
}
