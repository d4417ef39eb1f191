import { database } from '#domain/platform/database.ts';
import { config } from '#domain/platform/config.ts';
import type { Run } from '#domain/platform/runs/run.model.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { STEP_PAUSED } from './paused-work.ts';
import type { Step } from './step.model.ts';
import type { ClaimedStep } from './step.ts';

export type Claim = { kind: 'claimed'; step: ClaimedStep } | { kind: 'leased'; until: Date } | { kind: 'gone' };

/**
 * A lease that expired while the database was unavailable could not be renewed: after a restart, living holders get this share of a lease
 * to renew it and store their answers before other workers take their steps over.
 */
const RENEWED_WITHIN_LEASES = 0.2;
/** Condition for a running step: it may be taken over. */
export const leaseEnded = (): Sql =>
  sql`step.state = 'running' and step.lease_until < now()
   and pg_postmaster_start_time() < now() - ${config().leaseMs * RENEWED_WITHIN_LEASES} * interval '1 ms'`;

/** The columns a claim returns of a step and its run. */
const CLAIMED = sql`step.id, step.fence, step.run_id, step.job, step.key, step.item_id, step.payload, step.tried,
                 (extract(epoch from now() - step.started_at) * 1000)::int as age_ms,
                 step.call_begun, step.look_until, step.answer, run.kind, run.account_id, run.capped_id, run.lane, run.by_vendor_batch,
                 run.request, run.request_id, run.avoided_services`;

type ClaimedRow = Pick<Step, 'id' | 'fence' | 'run_id' | 'job' | 'key' | 'item_id' | 'payload' | 'tried'> &
  Pick<Step, 'call_begun' | 'look_until' | 'answer'> &
  Pick<Run, 'kind' | 'account_id' | 'capped_id' | 'lane' | 'by_vendor_batch' | 'request' | 'request_id' | 'avoided_services'> & {
    readonly age_ms: number;
  };

const claimedStep = (row: ClaimedRow): ClaimedStep => ({
  stepId: row.id,
  fence: row.fence,
  runId: row.run_id,
  kind: row.kind,
  accountId: row.account_id,
  cappedId: row.capped_id,
  job: row.job,
  key: row.key,
  itemId: row.item_id,
  payload: row.payload,
  pollUntil: row.look_until,
  lane: row.lane,
  byVendorBatch: row.by_vendor_batch,
  tried: row.tried,
  ageMs: row.age_ms,
  callBegun: row.call_begun,
  answer: row.answer,
  request: row.request,
  requestId: row.request_id,
  avoidedServices: row.avoided_services,
});

/**
 * Claims a step for this worker in one statement: it must be queued and due, or running with an expired lease, and its run must be live.
 * The claim gets a new fencing number; every later write of this worker names it, so a worker that lost its lease can change nothing.
 *
 * @returns `claimed`; `leased` when another worker still holds it (retry after `until`); `gone` when nothing is left to do:
 *   finished, cancelled, paused by an operator (resuming announces it again), or the row does not exist. A duplicate or late delivery ends
 *   there.
 */
export async function claimStep(stepId: string, worker: string): Promise<Claim> {
  // the columns of the claim are null when there is none
  const [row] = await rowsOf<ClaimedRow & { readonly until: Date; readonly waiting: boolean }>(
    database(),
    sql`with taken as (
       update step set state = 'running', fence = fence + 1, worker = ${worker}, lease_until = now() + ${config().leaseMs} * interval '1 ms',
              started_at = coalesce(step.started_at, now())
         from run
        where step.id = ${stepId} and run.id = step.run_id and run.status = 'running' and not ${STEP_PAUSED}
          and ((step.state = 'queued' and step.due_at <= now() + interval '50 ms') or (${leaseEnded()}))
       returning ${CLAIMED}
     )
     select taken.*, seen.until, seen.waiting
       from (select greatest(lease_until, due_at) as until,
                    state in ('queued','running') and greatest(lease_until, due_at) > now() as waiting
               from step where id = ${stepId}) seen left join taken on true`,
  );
  if (row?.id) return { kind: 'claimed', step: claimedStep(row) };
  // `seen` is the row as it was before this statement
  return row?.waiting ? { kind: 'leased', until: row.until } : { kind: 'gone' };
}
