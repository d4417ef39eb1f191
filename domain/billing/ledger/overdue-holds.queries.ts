import { rowsOf, sql } from '#domain/platform/sql.ts';
import { database } from '#domain/platform/database.ts';

/**
 * Lists jobs whose hold is past its check time, oldest first.
 * @param prefix lists only job ids that begin with it: jobs of one sort must not wait behind live jobs of another
 */
export async function overdueHolds(limit: number, now = new Date(), prefix = ''): Promise<string[]> {
  const holds = await rowsOf<{ job_id: string }>(
    database(),
    sql`select job_id from (
       select job_id, expires_at from token_hold where state = 'open' and expires_at <= ${now} and starts_with(job_id, ${prefix})
       union all select job_id, expires_at from quota_hold where state = 'open' and expires_at <= ${now} and starts_with(job_id, ${prefix})) holds
      order by expires_at limit ${limit}`,
  );
  return holds.map(({ job_id }) => job_id);
}
