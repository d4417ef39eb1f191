import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { getCreatorStats } from '#contract/studio/creator-figures.contract.ts';
import { COMPLETION_RATE, studentsOf } from '#domain/market/students/student-figures.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { inDollars, isSaleOf } from './creator-sales.ts';
import { addDays, sameDaysBefore, todayIn } from './day-ranges.ts';
import { endOf, monthsUpTo, startOf } from './utc-months.ts';

/**
 * Returns a creator's figures, in one statement. Revenue is the creator's own share, refunds deducted in the month they happen; this month
 * so far is compared with the same days of the last one.
 * @param request `now`: for tests
 */
export async function creatorStats({
  accountId,
  now = new Date(),
}: {
  accountId: string;
  now?: Date;
}): Promise<AnswerOf<typeof getCreatorStats>> {
  const [current] = monthsUpTo(now, 1);
  const last = sameDaysBefore({ from: `${current}-01`, to: todayIn('UTC', now) });
  const [start, end] = [startOf(current), endOf(current)];
  const [row] = await rowsOf<StatsRow>(
    database(),
    sql`with sale as materialized (select t.at, t.change from ledger_transaction t where ${isSaleOf(accountId)}),
     student as (${studentsOf(accountId)})
     select money.*, course.*, taught.*,
            (select coalesce(sum(views), 0)::int from course_view_day v join creator_course c on c.id = v.creator_course_id
              where c.account_id = ${accountId} and v.day >= ${start}::date and v.day < ${end}::date) as views,
            (select coalesce(round(sum(rating_sum) * 10.0 / nullif(sum(rating_count), 0)) / 10, 0)::float
               from creator_course where account_id = ${accountId}) as rating,
            exists (select from enrolment own join creator_course c on c.id = own.creator_course_id join billing_order o on o.id = own.order_id
                     where c.account_id = ${accountId} and o.detail->>'sample' is not null) as has_samples
       from (select coalesce(sum(change), 0)::bigint as total,
                    coalesce(sum(change) filter (where at >= ${new Date(last.from)} and at < ${new Date(addDays(last.to, 1))}), 0)::bigint as last,
                    coalesce(sum(change) filter (where at >= ${start} and at < ${end}), 0)::bigint as current from sale) money,
            (select count(*) filter (where status = 'published')::int as published, count(*) filter (where status = 'draft')::int as drafts
               from creator_course where account_id = ${accountId}) course,
            (select count(distinct student.account_id)::int as students, ${COMPLETION_RATE} as completion from student) taught`,
  );
  const stats = row!;
  return {
    total_revenue: inDollars(stats.total),
    monthly_revenue: inDollars(stats.current),
    last_month_revenue: inDollars(stats.last),
    total_students: stats.students,
    active_courses: stats.published,
    draft_courses: stats.drafts,
    course_views: stats.views,
    avg_rating: stats.rating,
    completion_rate: stats.completion,
    growth_rate: growthRate(stats.current, stats.last),
    has_samples: stats.has_samples,
  };
}

type StatsRow = Record<'total' | 'last' | 'current' | 'published' | 'drafts' | 'students' | 'completion' | 'views' | 'rating', number> & {
  readonly has_samples: boolean;
};

/** Returns the growth in percent with one decimal. Compared with a month without revenue, or with negative revenue, there is no rate: 0. */
export function growthRate(current: number, last: number): number {
  if (last <= 0) return 0;
  const tenths = Math.round(((current - last) * 1_000) / last);
  return tenths === 0 ? 0 : tenths / 10;
}
