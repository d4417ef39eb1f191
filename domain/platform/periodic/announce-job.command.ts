import type { Knex } from 'knex';
import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import type { PeriodicJobName } from '#queues/periodic.jobs.ts';
import type { Announcement } from '#queues/platform/periodic-job.ts';
import { periodicQueue } from './periodic-queue.ts';

/** What a transaction has announced: many mails of one transaction need one run. */
const announcedIn = new WeakMap<Knex, Set<string>>();

interface Which {
  /** When its work becomes due; default: now. */
  readonly dueAt?: Date;
  /** An operator asked for it: it runs even while its schedule is paused. */
  readonly isRequested?: boolean;
}

/**
 * Announces that a periodic job has something to do, in the transaction that makes it due: without the commit it is not announced. After
 * the commit it goes to the queue; the sweep sends what was missed. Outside a transaction it goes to the queue at once.
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

/** What is inside a savepoint commits with the transaction around it. */
const outermost = (trx: Knex.Transaction): Knex.Transaction => (trx.parentTransaction ? outermost(trx.parentTransaction) : trx);

/** Never throws: the row stays, and the sweep sends it. */
async function dispatch(id: number, announcement: Announcement): Promise<void> {
  const queue = periodicQueue();
  if (!queue) return;
  try {
    await queue.announce([announcement]);
    await database()('outbox').where({ id }).del();
  } catch (error) {
    logger().warn({ err: error, job: announcement.job }, 'outbox: a job could not be announced, the sweep will do it');
  }
}
