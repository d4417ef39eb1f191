import type { Knex } from 'knex';
import { database, transact } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { expression, sql, rowsOf, preparedRowsOf } from '#domain/platform/sql.ts';
import type { Outbox } from '#domain/platform/steps/step.model.ts';
import { sweepSteps } from '#domain/platform/steps/lease.commands.ts';
import { type PeriodicJobName, isPeriodicJob } from '#queues/periodic.jobs.ts';
import type { Announcement } from '#queues/platform/periodic-job.ts';
import { periodicQueue } from './periodic-queue.ts';

/** Jobs announced in a transaction, each once: many mails in one transaction need only one run. */
const announcedIn = new WeakMap<Knex, Set<string>>();

interface Which {
  /** When the job's work becomes due; default: now. */
  readonly dueAt?: Date;
  /** Requested by an operator: the job runs even while its schedule is paused. */
  readonly isRequested?: boolean;
}

/**
 * Announces that a periodic job has work, in the transaction that makes the work due; a rollback drops the announcement. After the commit
 * it goes to the queue; the sweep sends missed announcements. Outside a transaction it goes to the queue at once.
 */
export async function announceJob(store: Knex, job: PeriodicJobName, { dueAt, isRequested = false }: Which = {}): Promise<void> {
  const trx = store.isTransaction ? (store as Knex.Transaction) : null;
  const delayMs = dueAt ? Math.max(0, dueAt.getTime() - Date.now()) : 0;
  if (trx) {
    const announced = announcedIn.get(trx) ?? new Set();
    announcedIn.set(trx, announced);
    const key = `${job} ${isRequested} ${Math.ceil(delayMs / 1_000)}`;
    if (announced.has(key)) return;
    announced.add(key);
  }
  const [row]: { id: number }[] = await store('outbox')
    .insert({ job, lane: isRequested ? 'asked' : 'due', due_at: expression(store, sql`now() + ${delayMs} * interval '1 ms'`) })
    .returning('id');
  const send = () => dispatch(row!.id, { job, delayMs, isRequested });
  if (trx) void outermost(trx).executionPromise.then(send, () => undefined);
  else await send();
}

/** Returns a function that announces this job, outside any transaction. */
export const announcing =
  (job: PeriodicJobName) =>
  (dueAt?: Date): Promise<void> =>
    announceJob(database(), job, dueAt ? { dueAt } : {});

/** A savepoint commits with the transaction around it. */
const outermost = (trx: Knex.Transaction): Knex.Transaction => (trx.parentTransaction ? outermost(trx.parentTransaction) : trx);

/** Never throws: the row stays, and the sweep sends it. */
async function dispatch(id: number, announcement: Announcement): Promise<void> {
  const queue = periodicQueue();
  if (!queue) return;
  try {
    await queue.announce([announcement]);
    await database()('outbox').where({ id }).del();
  } catch (error) {
    logger().warn({ err: error, job: announcement.job }, 'outbox: a job could not be announced, the sweep will retry');
  }
}

const BATCH = 500;

interface OutboxRow extends Pick<Outbox, 'id' | 'job' | 'lane'> {
  readonly delay_ms: number;
}

/**
 * Sends announcements whose process ended, or could not reach the queue, after its commit. Their rows are locked, so that one process sends
 * each. Jobs that this version does not know wait for a newer process.
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

/** Tells whether a crash may have left work behind: a running run whose worker has died, or an announcement that was not sent. */
export async function isSweepDue(): Promise<boolean> {
  const [found] = await preparedRowsOf<{ is_due: boolean }>(
    database(),
    sql`select exists (select from run where status = 'running') or exists (select from outbox where created_at < now() - interval '1 second') as is_due`,
  );
  return found!.is_due;
}

/** Sends everything to the queue that a crash left behind (`sweepSteps`, `sweepAnnouncements`). @returns number of deliveries made */
export const sweepOutbox = async (): Promise<number> => (await sweepSteps()) + (await sweepAnnouncements());
