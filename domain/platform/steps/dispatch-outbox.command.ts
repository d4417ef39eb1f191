import type { Knex } from 'knex';
import { database, transact } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import type { StepFacts } from '#queues/platform/step-payload.ts';
import { isJobName } from '#queues/registry.ts';
import { jobTrace } from '#domain/platform/tracing/trace-context.ts';
import { isTracing } from '#domain/platform/tracing/tracer.ts';
import { empty, rowsOf, sql } from '#domain/platform/sql.ts';
import { jobSink } from './job-sink.ts';
import type { Outbox } from './step.model.ts';

const BATCH = 500;

interface OutboxRow extends Pick<Outbox, 'id' | 'job' | 'lane'> {
  readonly step_id: string;
  readonly dispatch: number;
  readonly delay_ms: number;
  readonly facts: StepFacts;
}

/**
 * Sends outbox rows to the queue, then deletes them: after a crash in between, they are delivered again under the same job id, which the
 * queue or the claim drops.
 *
 * With `stepIds` this is the fast path after a commit: it takes no locks, because only the committing process knows these steps, and never
 * throws: the sweep delivers what it misses. The sweep locks its rows, so that only one process sweeps each.
 * @param stepIds only these steps; without it everything older than one second (the sweep)
 * @returns how many deliveries were made
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
  if (known.length < rows.length) logger().error({ rows: rows.length - known.length }, 'outbox: rows of a job that is not known here');
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
