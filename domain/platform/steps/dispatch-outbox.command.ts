import { transact } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { isJobName } from '#queues/registry.ts';
import { jobSink } from './job-sink.ts';

const BATCH = 500;

interface OutboxRow {
  id: number;
  step_id: string;
  dispatch: number;
  job: string;
  lane: string;
  delay_ms: number;
}

/**
 * Hands outbox rows to the queue and deletes them, in one transaction: a crash in between delivers again under the same job id,
 * which the queue or the claim drops. Rows another process is dispatching are skipped, not waited for.
 *
 * With `stepIds` this is the fast path after a commit and never throws: what it misses the sweep picks up.
 * @param stepIds only these steps; without it everything older than one second (the sweep)
 * @returns how many deliveries were made
 */
export async function dispatchOutbox(stepIds?: readonly string[]): Promise<number> {
  if (stepIds?.length === 0) return 0;
  try {
    return await transact(async (trx) => {
      const { rows } = await trx.raw(
        `select id, step_id, dispatch, job, lane, greatest(0, extract(epoch from due_at - now()) * 1000)::int as delay_ms
           from outbox
          where ${stepIds ? 'step_id = any(?::uuid[])' : "created_at < now() - interval '1 second'"}
          order by id limit ${BATCH} for update skip locked`,
        stepIds ? [[...stepIds]] : [],
      );
      // a job this version does not know stays for the version that does, and holds nobody else up
      const known = (rows as OutboxRow[]).filter((row) => isJobName(row.job));
      if (known.length < rows.length) logger().error({ rows: rows.length - known.length }, 'outbox: rows of a job that is not known here');
      if (known.length === 0) return 0;
      await jobSink()(
        known.map((row) => ({
          job: row.job,
          lane: row.lane,
          stepId: row.step_id,
          dispatch: row.dispatch,
          delayMs: row.delay_ms,
        })),
      );
      await trx.raw('delete from outbox where id = any(?::bigint[])', [known.map((row) => row.id)]);
      return known.length;
    });
  } catch (error) {
    if (!stepIds) throw error;
    logger().warn({ err: error, steps: stepIds.length }, 'outbox: fast path failed, the sweep will dispatch');
    return 0;
  }
}
