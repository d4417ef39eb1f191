import type { Knex } from 'knex';
import { database, transact } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { rowsOf, sql, type Sql, empty } from '#domain/platform/sql.ts';
import { jobTrace } from '#domain/platform/tracing/trace-context.ts';
import { isTracing } from '#domain/platform/tracing/tracer.ts';
import type { Lane } from '#queues/platform/define-job.ts';
import type { StepFacts } from '#queues/platform/step-payload.ts';
import { isJobName } from '#queues/registry.ts';
import { jobSink } from './job-sink.ts';
import type { Outbox } from './step.model.ts';

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
 * Makes these steps due now and announces them, in the caller's transaction, if they wait; dispatch them after the commit. A locked step is
 * being stopped: waiting for it could deadlock.
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

/** Makes a delayed step due now, if this is its newest announcement: somebody has promoted its job in the queue. */
export async function announceNow(stepId: string, dispatch: number): Promise<void> {
  await database()('step').where({ id: stepId, dispatch, state: 'queued' }).update({ due_at: database().fn.now() });
}

/** Work that operators have resumed: a queue, a kind of run or a batch. */
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
 * calls, and can no longer write. The caller that pauses them must announce them again later.
 */
export async function releaseSteps(trx: Knex.Transaction, parentId: string): Promise<void> {
  await rowsOf(
    trx,
    sql`update step set state = 'queued', fence = step.fence + 1, worker = null, lease_until = null, due_at = now()
       from run where run.parent_id = ${parentId} and step.run_id = run.id and step.state = 'running'`,
  );
}

const BATCH = 500;

interface OutboxRow extends Pick<Outbox, 'id' | 'job' | 'lane'> {
  readonly step_id: string;
  readonly dispatch: number;
  readonly delay_ms: number;
  readonly facts: StepFacts;
}

/**
 * Sends outbox rows to the queue, then deletes them. After a crash in between, they are delivered again under the same job id, and the
 * queue or the claim drops the duplicate.
 * With `stepIds` this is the fast path after a commit: it takes no locks, because only the committing process knows these steps, and never
 * throws, because the sweep delivers the rest. The sweep locks its rows, so that only one process sweeps each.
 * @param stepIds only these steps; without it, everything older than one second (the sweep)
 * @returns number of deliveries made
 */
export async function dispatchOutbox(stepIds?: readonly string[]): Promise<number> {
  if (stepIds?.length === 0) return 0;
  if (!stepIds) return transact((trx) => deliver(trx));
  try {
    return await deliver(database(), stepIds);
  } catch (error) {
    logger().warn({ err: error, steps: stepIds.length }, 'outbox: fast path failed, the sweep will dispatch');
    return 0;
  }
}

async function deliver(store: Knex, stepIds?: readonly string[]): Promise<number> {
  const which = stepIds ? sql`step_id = any(${stepIds}::uuid[])` : sql`outbox.created_at < now() - interval '1 second'`;
  const rows = await rowsOf<OutboxRow>(
    store,
    sql`select outbox.id, step_id, outbox.dispatch, outbox.job, outbox.lane,
            greatest(0, extract(epoch from outbox.due_at - now()) * 1000)::int as delay_ms,
            jsonb_strip_nulls(jsonb_build_object('run_id', run.id, 'request_id', run.request_id, 'kind', run.kind, 'stage', run.stage,
                                                 'step', step.key, 'item', step.label)) as facts
       from outbox join step on step.id = step_id join run on run.id = step.run_id
      where ${which} order by id limit ${BATCH} ${stepIds ? empty : sql`for update of outbox skip locked`}`,
  );
  // a job unknown to this version stays for a version that knows it, and does not block others
  const known = rows.filter((row) => isJobName(row.job));
  if (known.length < rows.length)
    logger().error({ rows: rows.length - known.length }, 'outbox: rows of a job that this release does not know');
  if (known.length === 0) return 0;
  await jobSink()(
    known.map((row) => ({
      job: row.job,
      lane: row.lane,
      stepId: row.step_id,
      dispatch: row.dispatch,
      facts: row.facts,
      ...(isTracing() && { trace: jobTrace(row.facts.request_id) }),
      delayMs: row.delay_ms,
    })),
  );
  const ids = known.map(({ id }) => id);
  await store('outbox').whereIn('id', ids).del();
  return known.length;
}
