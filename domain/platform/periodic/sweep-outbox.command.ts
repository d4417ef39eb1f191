import { database } from '#domain/platform/database.ts';
import { preparedRowsOf, sql } from '#domain/platform/sql.ts';
import { sweepSteps } from '#domain/platform/steps/sweep-steps.command.ts';
import { sweepAnnouncements } from './sweep-announcements.command.ts';

/** Tells whether a crash may have left something behind: a running run whose worker has died, or an announcement that was not sent. */
export async function isSweepDue(): Promise<boolean> {
  const [found] = await preparedRowsOf<{ is_due: boolean }>(
    database(),
    sql`select exists (select from run where status = 'running') or exists (select from outbox where created_at < now() - interval '1 second') as is_due`,
  );
  return found!.is_due;
}

/** Sends everything to the queue that a crash left behind (`sweepSteps`, `sweepAnnouncements`). @returns number of deliveries made */
export const sweepOutbox = async (): Promise<number> => (await sweepSteps()) + (await sweepAnnouncements());
