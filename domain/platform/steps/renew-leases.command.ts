import { database } from '#domain/platform/database.ts';
import { config } from '#domain/platform/config.ts';
import type { Run } from '#domain/platform/runs/run.model.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Step } from './step.model.ts';
import type { StepHold } from './step.ts';

export interface LostHold {
  readonly stepId: string;
  /** `cancelled`: the run was ended by its owner; `lost`: the lease was taken over or the step ended elsewhere. */
  readonly reason: 'lost' | 'cancelled';
}

/**
 * Renews the leases of everything this worker holds, in one statement, and returns the holds that are no longer valid: their vendor calls
 * must be aborted. Call it every second, so that a cancellation is noticed within a second. A row that is being finished or cancelled is
 * locked, and is skipped rather than waited for: the next beat sees the outcome.
 */
export async function renewLeases(holds: readonly StepHold[]): Promise<LostHold[]> {
  if (holds.length === 0) return [];
  const lost = await rowsOf<Pick<Step, 'id'> & { readonly status: Run['status'] | null }>(
    database(),
    sql`with held as (
       select * from unnest(${holds.map(({ stepId }) => stepId)}::uuid[], ${holds.map(({ fence }) => fence)}::int[]) as held(id, fence)
     ), valid as (
       select step.id from held join step on step.id = held.id and step.fence = held.fence and step.state = 'running'
         join run on run.id = step.run_id and run.status = 'running'
     ), renewable as (
       select id from step where id in (select id from valid) for no key update skip locked
     ), renewed as (
       update step set lease_until = now() + ${config().leaseMs} * interval '1 ms' where id in (select id from renewable)
     )
     select held.id, run.status from held left join step on step.id = held.id left join run on run.id = step.run_id
      where held.id not in (select id from valid)`,
  );
  return lost.map(({ id, status }) => ({ stepId: id, reason: status === 'cancelled' ? 'cancelled' : 'lost' }));
}
