import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

/**
 * Returns the age in seconds of the oldest announcement that has not reached the queue; 0 when there is none. More than a few seconds means
 * that the queue is unavailable.
 */
export async function outboxAgeS(): Promise<number> {
  const [row] = await rowsOf<{ readonly age_s: number }>(
    database(),
    sql`select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age_s from outbox`,
  );
  return row!.age_s;
}
