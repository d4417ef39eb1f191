import { workIdOf } from '#domain/platform/job-id.ts';
import { database, transact } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { runBilling } from './engine.ts';

/** Holds checked per pass. They include holds of live runs, which are checked every time. */
const LOOKED_AT = 50_000;

/**
 * Releases holds of runs that have ended without settling, or no longer exist. Runs settle in the transaction that ends them, so there
 * should be none: this is a safety net. Live runs keep their holds, however long they take.
 * @returns runs whose holds were released
 */
export async function releaseOrphans(now = new Date()): Promise<number> {
  const jobs = (await runBilling().overdue(LOOKED_AT, now)).filter((job) => isUuid(workIdOf(job)));
  if (jobs.length === 0) return 0;
  const orphans = await rowsOf<{ readonly job: string; readonly id: string }>(
    database(),
    sql`select job, id from unnest(${jobs}::text[], ${jobs.map(workIdOf)}::uuid[]) held(job, id)
      where not exists (select from run where run.id = held.id and run.status in ('queued','running'))`,
  );
  let released = 0;
  for (const { job, id } of orphans) {
    try {
      await transact((trx) => runBilling().release(trx, { jobId: job, fault: 'ours' }));
      released += 1;
      logger().error({ run_id: id }, 'ledger: released the remaining hold of an ended run');
    } catch (error) {
      // it ended, and settled, in the meantime
      logger().warn({ err: error, run_id: id }, 'ledger: an overdue hold could not be released');
    }
  }
  return released;
}
