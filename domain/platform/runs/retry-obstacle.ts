import type { RETRY_OBSTACLES } from '#contract/platform/runs.contract.ts';
import { sql, type Sql } from '#domain/platform/sql.ts';
import { byKind, runKinds } from './engine.ts';

/** The reason why a run cannot run again. */
export type RetryObstacle = (typeof RETRY_OBSTACLES)[number];

/**
 * Returns an SQL expression over `run`: the reason why it cannot run again, or null. It can if it failed, if the results of its finished
 * steps still exist, and if the object that its kind works on still exists.
 */
export const retryObstacleSql = (): Sql =>
  sql`case when run.status <> 'failed' then 'run.not_failed'
        when run.kind <> all(${runKinds().map(({ name }) => name)}::text[]) then 'run.newer_kind'
        when run.pruned_at is not null then 'run.details_pruned'
        when not coalesce(${byKind((kind) => kind.retryNeeds)}, true) then 'run.input_gone'
   end`;

/** Returns an SQL condition over `run`: it can run again. Cheap for runs that did not fail. */
export const canRetrySql = (): Sql => sql`(run.status = 'failed' and (${retryObstacleSql()}) is null)`;
