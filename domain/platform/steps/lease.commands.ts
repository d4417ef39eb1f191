import { database } from '#domain/platform/database.ts';
import { config } from '#domain/platform/config.ts';
import type { Run } from '#domain/platform/runs/run.model.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { dispatchOutbox } from './outbox.commands.ts';
import { isJobStanding } from './job-sink.ts';
import { STEP_PAUSED } from './paused-work.ts';
import type { Step, Outbox } from './step.model.ts';
import type { ClaimedStep, StepHold } from './step.ts';

export type Claim = { kind: 'claimed'; step: ClaimedStep } | { kind: 'leased'; until: Date } | { kind: 'gone' };

/**
 * A lease that expired while the database was unavailable could not be renewed: after a restart, living holders get this share of a lease
 * to renew it and store their answers before other workers take over their steps.
 */
const RENEWED_WITHIN_LEASES = 0.2;
/** Condition for a running step that may be taken over. */
const leaseEnded = (): Sql =>
  sql`step.state = 'running' and step.lease_until < now()
   and pg_postmaster_start_time() < now() - ${config().leaseMs * RENEWED_WITHIN_LEASES} * interval '1 ms'`;

/** Milliseconds without a renewal after which a holder counts as dead or cut off from the database; it renews every second. */
const SILENT_MS = 5_000;
/** Condition for a running step: its holder has stopped renewing. The step is taken over when its lease ends. */
export const holderSilent = (): Sql =>
  sql`step.state = 'running' and step.lease_until < now() + ${Math.max(0, config().leaseMs - SILENT_MS)} * interval '1 ms'`;

/** The columns of a step and its run that a claim returns. */
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
 * The claim gets a new fencing number, which every later write of this worker names, so a worker that lost its lease can change nothing.
 * @returns `claimed`; `leased` when another worker still holds it (retry after `until`); `gone` when nothing is left to do: finished,
 * cancelled, paused by an operator (resuming announces it again), or the row does not exist. A duplicate or late delivery ends there.
 */
export async function claimStep(stepId: string, worker: string): Promise<Claim> {
  // the claim's columns are null when there is none
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

interface LostHold {
  readonly stepId: string;
  /** `cancelled`: the owner ended the run; `lost`: the lease was taken over or the step ended elsewhere. */
  readonly reason: 'lost' | 'cancelled';
}

/**
 * Renews the leases of all steps that this worker holds, in one statement, and returns the holds that are no longer valid: their vendor
 * calls must be aborted. Call it every second, so that a cancellation is noticed within a second. A row that is being finished or cancelled
 * is locked, and is skipped rather than waited for: the next heartbeat sees the outcome.
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

/**
 * An announced but unclaimed step may only be waiting its turn, in a long queue or a paused one, or its job may be lost (the queue's store
 * was lost, or a delivery failed because the database was unavailable). The queue is asked after 10 s, and again whenever the step has
 * waited twice as long, at least every 320 s. Steps of a batch wait long behind learners' steps, and asking for hundreds of them would take
 * the learners' time: they wait six times as long.
 */
const UNANSWERED = sql`now() - greatest(step.dispatched_at, step.due_at) >
  case run.lane when 'batch' then 6 else 1 end * greatest(interval '10 s', least(interval '320 s', step.dispatched_at - greatest(step.created_at, step.due_at)))`;

interface Stale extends Pick<Step, 'id' | 'dispatch' | 'job'>, Pick<Outbox, 'lane'> {
  /** Its lease has ended since it was announced: its holder has crashed. */
  readonly is_orphaned: boolean;
}

/**
 * Finds and announces again the work that a crash left behind: expired leases, due steps whose job was lost with the queue's store, outbox
 * rows whose process crashed before dispatching. Every worker may call it at any time; each row is swept by one of them.
 * @returns number of deliveries made
 */
export async function sweepSteps(): Promise<number> {
  const stale = await rowsOf<Stale>(
    database(),
    sql`with stale as (
       select step.id, run.lane, step.state = 'running' and step.dispatched_at < step.lease_until as is_orphaned
         from step join run on run.id = step.run_id
        where run.status = 'running' and not ${STEP_PAUSED}
          and ((${leaseEnded()}
                and (step.dispatched_at < step.lease_until or ${UNANSWERED}))
            or (step.state = 'queued' and ${UNANSWERED}))
          and not exists (select 1 from outbox where outbox.step_id = step.id)
        order by step.due_at limit 500 for update of step skip locked
     )
     update step set dispatched_at = now() from stale where step.id = stale.id
     returning step.id, step.dispatch, step.job, stale.lane, stale.is_orphaned`,
  );
  const lost = await Promise.all(
    stale.map(async ({ id: stepId, is_orphaned: isOrphaned, ...announced }) => {
      const stands = !isOrphaned && (await isJobStanding({ ...announced, stepId }));
      return stands ? [] : [stepId];
    }),
  );
  await rowsOf(
    database(),
    sql`with bumped as (
       update step set dispatch = step.dispatch + 1
         from run where step.id = any(${lost.flat()}::uuid[]) and run.id = step.run_id and (step.state = 'queued' or ${leaseEnded()})
          and not exists (select from outbox where outbox.step_id = step.id)
       returning step.id, step.dispatch, step.job, run.lane
     )
     insert into outbox (step_id, dispatch, job, lane, due_at, created_at)
     select id, dispatch, job, lane, now(), now() - interval '2 seconds' from bumped`,
  );
  return dispatchOutbox();
}
