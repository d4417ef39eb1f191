import { transact } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Outbox } from '#domain/platform/steps/step.model.ts';
import { isPeriodicJob } from '#queues/periodic.jobs.ts';
import { periodicQueue } from './periodic-queue.ts';

const BATCH = 500;

interface OutboxRow extends Pick<Outbox, 'id' | 'job' | 'lane'> {
  readonly delay_ms: number;
}

/**
 * Sends announcements to the queue whose process ended, or could not reach the queue, after its commit. Their rows are locked, so that one
 * process sends each. Jobs that this version does not know stay for one that does.
 * @returns number of announcements sent
 * @throws when the queue does not answer; nothing is lost then
 */
export const sweepAnnouncements = (): Promise<number> =>
  transact(async (trx) => {
    const rows = await rowsOf<OutboxRow>(
      trx,
      sql`select id, job, lane, greatest(0, extract(epoch from due_at - now()) * 1000)::int as delay_ms from outbox
        where step_id is null and created_at < now() - interval '1 second' order by id limit ${BATCH} for update skip locked`,
    );
    const known = rows.filter(({ job }) => isPeriodicJob(job));
    const queue = periodicQueue();
    if (known.length === 0 || !queue) return 0;
    const unique = new Map(known.map((row) => [`${row.job} ${row.lane} ${Math.ceil(row.delay_ms / 1_000)}`, row]));
    await queue.announce([...unique.values()].map((row) => ({ job: row.job, delayMs: row.delay_ms, isRequested: row.lane === 'asked' })));
    await trx('outbox')
      .whereIn(
        'id',
        known.map(({ id }) => id),
      )
      .del();
    return known.length;
  });
