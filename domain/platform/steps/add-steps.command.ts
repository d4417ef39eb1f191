import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { JobName } from '#queues/registry.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Step } from './step.model.ts';

export interface NewStep {
  readonly job: JobName;
  /** Identifies the step within its run, e.g. `lesson:2_1`. Unique in the run: adding it twice adds it once. */
  readonly key: string;
  /** The item it works on, e.g. a lesson's id. */
  readonly itemId?: string | undefined;
  /** Names that item to people who look at the queue, e.g. `2.1 How bees see`. */
  readonly label?: string | undefined;
  /** What the job needs to know beside the run's request. Default: none; for a step that is added again, its previous one. */
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
  const added = await rowsOf<Pick<Step, 'id'>>(
    trx,
    sql`with added as (
       insert into step (id, run_id, job, key, item_id, label, payload)
       select * from unnest(${steps.map(() => uuidv7())}::uuid[], ${steps.map(() => run.id)}::uuid[], ${steps.map(({ job }) => job)}::text[],
                            ${steps.map(({ key }) => key)}::text[], ${steps.map(({ itemId = null }) => itemId)}::uuid[],
                            ${steps.map(({ label = null }) => label)}::text[],
                            ${steps.map(({ payload }) => (payload === undefined ? null : JSON.stringify(payload)))}::jsonb[])
       on conflict (run_id, key) do update
          set state = 'queued', dispatch = step.dispatch + 1, dispatched_at = now(), due_at = now(), created_at = now(), look_until = null,
              payload = coalesce(excluded.payload, step.payload)
        where step.state = 'cancelled'
       returning id, dispatch, job, due_at
     ), announced as (
       insert into outbox (step_id, dispatch, job, lane, due_at) select id, dispatch, job, ${run.lane}, due_at from added
     )
     select id from added`,
  );
  return added.map(({ id }) => id);
}
