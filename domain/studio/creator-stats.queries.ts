import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { FEWEST_STUDENTS, type getCreatorStats } from '#contract/studio/creator-figures.contract.ts';
import { database } from '#domain/platform/database.ts';
import { inDollars, SALES } from './creator-sales.ts';
import { endOf, monthsUpTo, startOf } from './utc-months.ts';

/**
 * Returns a creator's figures, in one statement. Revenue is the creator's own share, refunds deducted in the month they happen; students
 * are buyers who did not get a full refund.
 * @param request `now`: for tests
 */
export async function creatorStats({
  accountId,
  now = new Date(),
}: {
  accountId: string;
  now?: Date;
}): Promise<AnswerOf<typeof getCreatorStats>> {
  const [last, current] = monthsUpTo(now, 2) as [string, string];
  const { rows } = await database().raw(
    `with sale as materialized (select t.order_id, t.at, t.change from ledger_transaction t where ${SALES}),
     kept as (select order_id from sale group by order_id having sum(change) > 0)
     select money.*, course.*,
            (select coalesce(sum(views), 0)::int from course_view_day v join creator_course c on c.id = v.creator_course_id
              where c.account_id = :accountId and v.day >= :start::date and v.day < :end::date) as views,
            (select json_build_object('rating', coalesce(round(sum(rating_sum) * 10.0 / nullif(sum(rating_count), 0)) / 10, 0))
               from creator_course where account_id = :accountId) as rated,
            (select case when count(*) < ${FEWEST_STUDENTS} then 0 else round(count(done.course_id) * 1000.0 / count(*)) / 10 end::float
               from enrolment own join creator_course c on c.id = own.creator_course_id
               left join course_completion done on done.course_id = own.course_id and done.account_id = own.account_id
              where c.account_id = :accountId and own.refunded_at is null) as completion,
            (select count(distinct o.account_id)::int from creator_course c join billing_order o on o.kind = 'course' and o.package_id = c.id::text
               join kept on kept.order_id = o.id::text where c.account_id = :accountId) as students
       from (select coalesce(sum(change), 0)::bigint as total,
                    coalesce(sum(change) filter (where at >= :lastStart and at < :start), 0)::bigint as last,
                    coalesce(sum(change) filter (where at >= :start and at < :end), 0)::bigint as current from sale) money,
            (select count(*) filter (where status = 'published')::int as published, count(*) filter (where status = 'draft')::int as drafts
               from creator_course where account_id = :accountId) course`,
    { accountId, lastStart: startOf(last), start: startOf(current), end: endOf(current) },
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
  };
}

/** Returns the growth in percent with one decimal. Compared with a month without revenue, or with negative revenue, there is no rate: 0. */
export function growthRate(current: number, last: number): number {
  if (last <= 0) return 0;
  const tenths = Math.round(((current - last) * 1_000) / last);
  return tenths === 0 ? 0 : tenths / 10;
}
