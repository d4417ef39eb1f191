import { sql } from '#domain/platform/sql.ts';

/**
 * Condition over `run` and `step`: operators have paused its queue, kind or batch. A paused step does not start; a running one finishes.
 */
export const STEP_PAUSED = sql`exists (
  select from paused_work held
   where held.scope = 'queue' and held.lane = run.lane and step.job = any(held.jobs)
      or held.scope = 'kind' and held.name = run.kind
      or held.scope = 'batch' and held.name = run.parent_id::text)`;

/** Condition over `run`: operators have paused its kind or its batch. */
export const RUN_PAUSED = sql`exists (
  select from paused_work held
   where held.scope = 'kind' and held.name = run.kind or held.scope = 'batch' and held.name = run.parent_id::text)`;
