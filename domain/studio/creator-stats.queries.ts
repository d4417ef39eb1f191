import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { getCreatorStats } from '#contract/studio/creator-figures.contract.ts';
import { COMPLETION_RATE, STUDENTS } from '#domain/market/students/student-figures.queries.ts';
import { database } from '#domain/platform/database.ts';
import { inDollars, SALES } from './creator-sales.ts';
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
  const { rows } = await database().raw(
    `with sale as materialized (select t.at, t.change from ledger_transaction t where ${SALES}),
     student as (${STUDENTS})
     select money.*, course.*, taught.*,
            (select coalesce(sum(views), 0)::int from course_view_day v join creator_course c on c.id = v.creator_course_id
              where c.account_id = :accountId and v.day >= :start::date and v.day < :end::date) as views,
            (select json_build_object('rating', coalesce(round(sum(rating_sum) * 10.0 / nullif(sum(rating_count), 0)) / 10, 0))
               from creator_course where account_id = :accountId) as rated,
            exists (select from enrolment own join creator_course c on c.id = own.creator_course_id join billing_order o on o.id = own.order_id
                     where c.account_id = :accountId and o.detail->>'sample' is not null) as has_samples
       from (select coalesce(sum(change), 0)::bigint as total,
                    coalesce(sum(change) filter (where at >= :lastStart and at < :lastEnd), 0)::bigint as last,
                    coalesce(sum(change) filter (where at >= :start and at < :end), 0)::bigint as current from sale) money,
            (select count(*) filter (where status = 'published')::int as published, count(*) filter (where status = 'draft')::int as drafts
               from creator_course where account_id = :accountId) course,
            (select count(distinct student.account_id)::int as students, ${COMPLETION_RATE} as completion from student) taught`,
    {
      accountId,
      lastStart: new Date(last.from),
      lastEnd: new Date(addDays(last.to, 1)),
      start: startOf(current),
      end: endOf(current),
    },
  );
  const [row] = rows;
  return {
    total_revenue: inDollars(row.total),
    monthly_revenue: inDollars(row.current),
    last_month_revenue: inDollars(row.last),
    total_students: row.students,
    active_courses: row.published,
    draft_courses: row.drafts,
    course_views: row.views,
    avg_rating: row.rated.rating,
    completion_rate: row.completion,
    growth_rate: growthRate(row.current, row.last),
    has_samples: row.has_samples,
  };
}

/** Returns the growth in percent with one decimal. Compared with a month without revenue, or with negative revenue, there is no rate: 0. */
export function growthRate(current: number, last: number): number {
  if (last <= 0) return 0;
  const tenths = Math.round(((current - last) * 1_000) / last);
  return tenths === 0 ? 0 : tenths / 10;
}
