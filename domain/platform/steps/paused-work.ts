/**
 * Over `run` and `step`: operators hold it back, by its queue, its kind or its batch. A step that is held is not begun; what runs already ends.
 */
export const STEP_PAUSED = `exists (
  select from paused_work held
   where held.scope = 'queue' and held.lane = run.lane and step.job = any(held.jobs)
      or held.scope = 'kind' and held.name = run.kind
      or held.scope = 'batch' and held.name = run.parent_id::text)`;

/** Over `run`: operators hold it back, by its kind or its batch. */
export const RUN_PAUSED = `exists (
  select from paused_work held
   where held.scope = 'kind' and held.name = run.kind or held.scope = 'batch' and held.name = run.parent_id::text)`;
