import { REPORT_WITHIN_HOURS } from '#contract/dashboard/dashboard.contract.ts';
import { transact } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { awardReached } from './award-achievements.command.ts';

const HOUR_MS = 3_600_000;
/** Tolerated clock error of devices; minutes further ahead are ignored. */
const AHEAD_MS = 120_000;

/**
 * Counts minutes of learning. A minute is one row even if two windows, or repeated reports, report it. Minutes in the future, or too long
 * ago, are ignored.
 * @param report `minutes` are ISO times, truncated to the minute here; a course that is not the account's is not recorded
 * @returns number of new minutes
 */
export async function reportActivity(report: {
  accountId: string;
  minutes: readonly string[];
  courseId?: string | undefined;
  now?: Date;
}): Promise<number> {
  const now = (report.now ?? new Date()).getTime();
  const times = report.minutes
    .map((text) => Date.parse(text))
    .filter((at) => at <= now + AHEAD_MS && at > now - REPORT_WITHIN_HOURS * HOUR_MS)
    .map((at) => new Date(Math.floor(at / 60_000) * 60_000).toISOString());
  if (times.length === 0) return 0;
  const { accountId } = report;
  const courseId = report.courseId && isUuid(report.courseId) ? report.courseId : null;
  return transact(async (trx) => {
    const added = await rowsOf(
      trx,
      sql`insert into activity_minute (account_id, at, course_id)
            select ${accountId}::uuid, at, (select id from course where id = ${courseId} and account_id = ${accountId})
              from unnest(${[...new Set(times)]}::timestamptz[]) at
          on conflict do nothing returning at`,
    );
    if (added.length > 0) await awardReached(trx, accountId, ['minutes', 'streak', 'days']);
    return added.length;
  });
}
