import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { getCreatorAnalytics } from '#contract/studio/creator-figures.contract.ts';
import { studentsOf } from '#domain/market/students/student-figures.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { inDollars, isSaleOf } from './creator-sales.ts';
import { creatorEngagement } from './engagement.queries.ts';
import { endOf, monthsUpTo, startOf } from './utc-months.ts';

interface TrendRequest {
  readonly accountId: string;
  /** Number of months, including the current one. */
  readonly months: number;
  /** For tests: the current time. */
  readonly now?: Date;
}

/**
 * Returns revenue and new students by month, in one statement, and study behaviour, in another; a month without any is 0. A past month's
 * revenue never changes: refunds count in the month they happen. A student counts in the month of the first course taken, so the
 * sum over all time is the number of students.
 */
export async function creatorAnalytics({
  accountId,
  months: count,
  now = new Date(),
}: TrendRequest): Promise<AnswerOf<typeof getCreatorAnalytics>> {
  const months = monthsUpTo(now, count);
  const rows = await rowsOf<{ month: string; cents: number; students: number }>(
    database(),
    sql`with sale as materialized (select t.at, t.change from ledger_transaction t where ${isSaleOf(accountId)}),
        student as (select min(taught.created_at) as at from (${studentsOf(accountId)}) taught group by taught.account_id)
        select to_char(at at time zone 'UTC', 'YYYY-MM') as month, sum(cents)::bigint as cents, sum(students)::int as students
          from (select at, change as cents, 0 as students from sale union all select at, 0, 1 from student) figures
         where at >= ${startOf(months[0])} and at < ${endOf(months.at(-1)!)} group by 1`,
  );
  const found = new Map(rows.map((row) => [row.month, row]));
  return {
    months,
    revenue_trend: months.map((month) => inDollars(found.get(month)?.cents ?? 0)),
    student_growth: months.map((month) => found.get(month)?.students ?? 0),
    ...(await creatorEngagement(accountId)),
  };
}
