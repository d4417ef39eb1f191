import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { type getCreatorAnalytics, type getCreatorStats, FEWEST_STUDENTS } from '#contract/studio/creator-figures.contract.ts';
import { studentsOf, COMPLETION_RATE } from './taught-students.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { inDollars, isSaleOf } from './creator-sales.ts';
import { addDays, sameDaysBefore, todayIn } from './day-ranges.ts';

interface TrendRequest {
  readonly accountId: string;
  /** Number of months, including the current one. */
  readonly months: number;
  /** The current time, for tests. */
  readonly now?: Date;
}

/**
 * Returns revenue and new students by month, in one statement, and study behaviour, in another; months without any are 0. A past month's
 * revenue never changes: refunds count in the month in which they happen. A student counts in the month of the first course taken, so the
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

/**
 * Returns a creator's figures, in one statement. Revenue is the creator's own share, less refunds in the month in which they happen; this
 * month so far is compared with the same days of last month.
 * @param request `now`: the current time, for tests
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
            (select count(distinct student.account_id)::int as students, count(*)::int as enrolments, ${COMPLETION_RATE} as completion from student) taught`,
  );
  const stats = row!;
  return {
    total_revenue: inDollars(stats.total),
    monthly_revenue: inDollars(stats.current),
    last_month_revenue: inDollars(stats.last),
    total_students: stats.students,
    total_enrolments: stats.enrolments,
    active_courses: stats.published,
    draft_courses: stats.drafts,
    course_views: stats.views,
    avg_rating: stats.rating,
    completion_rate: stats.completion,
    growth_rate: growthRate(stats.current, stats.last),
    has_samples: stats.has_samples,
  };
}

type StatsRow = Record<
  'total' | 'last' | 'current' | 'published' | 'drafts' | 'students' | 'enrolments' | 'completion' | 'views' | 'rating',
  number
> & {
  readonly has_samples: boolean;
};

/** Returns the growth in percent, with one decimal; 0 compared with a month of zero or negative revenue, which has no rate. */
export function growthRate(current: number, last: number): number {
  if (last <= 0) return 0;
  const tenths = Math.round(((current - last) * 1_000) / last);
  return tenths === 0 ? 0 : tenths / 10;
}

/**
 * The specified placeholders (CRE-12) for values with too few sessions or answers; screens tell them from zero by the `measured_…` fields.
 */
const NOT_MEASURED_YET = { avg_session_time: '0 min', bounce_rate: '0%', student_satisfaction: '0%' };

type Engagement = Pick<
  AnswerOf<typeof getCreatorAnalytics>,
  'engagement_metrics' | 'measured_sessions' | 'measured_answers' | 'measured_students'
>;

/**
 * Returns how a creator's students study, from the minutes spent in their copies. A session ends after half an hour without a minute.
 * Bounced students have one session and no completion; satisfied ones gave four or five of five in the final question or, without an answer
 * there, in their rating.
 */
export async function creatorEngagement(accountId: string): Promise<Engagement> {
  const [row] = await rowsOf<EngagementRow>(
    database(),
    sql`with student as (${studentsOf(accountId)}),
     own as (
       select student.account_id, student.course_id, coalesce(e.satisfaction, r.stars) as stars from student
         join enrolment e on e.creator_course_id = student.creator_course_id and e.account_id = student.account_id
         left join course_rating r on r.creator_course_id = student.creator_course_id and r.account_id = student.account_id),
     minute as (
       select own.account_id, own.course_id, m.at,
              m.at - lag(m.at) over (partition by own.course_id order by m.at) <= interval '30 minutes' as goes_on
         from own join activity_minute m on m.course_id = own.course_id and m.account_id = own.account_id),
     studied as (
       select account_id, course_id, count(*) as minutes, count(*) filter (where goes_on is not true) as sessions from minute group by 1, 2),
     rated as (
       select count(stars)::int as ratings, count(*) filter (where stars >= 4)::int as content from own)
     select (select ${COMPLETION_RATE} from student) as completion,
            (select count(distinct student.account_id)::int from student) as taught,
            count(*)::int as students, coalesce(sum(minutes), 0)::int as minutes, coalesce(sum(sessions), 0)::int as sessions,
            count(*) filter (where sessions = 1 and not exists (
              select from lesson_completion done where done.account_id = studied.account_id and done.course_id = studied.course_id))::int as bounced,
            (select ratings from rated) as ratings, (select content from rated) as content
       from studied`,
  );
  const { students, minutes, sessions, bounced, ratings, content, completion, taught } = row!;
  const isStudied = students >= FEWEST_STUDENTS;
  // the answer to the final question is only the creator's to see
  const answers = isStudied && ratings >= FEWEST_STUDENTS ? ratings : 0;
  return {
    engagement_metrics: {
      ...NOT_MEASURED_YET,
      ...(isStudied && {
        avg_session_time: `${Math.max(1, Math.round(minutes / sessions))} min`,
        bounce_rate: percent(bounced, students),
      }),
      ...(answers > 0 && { student_satisfaction: percent(content, answers) }),
      completion_rate: `${completion}%`,
    },
    measured_sessions: isStudied ? sessions : 0,
    measured_answers: answers,
    measured_students: taught >= FEWEST_STUDENTS ? taught : 0,
  };
}

type EngagementRow = Record<'completion' | 'taught' | 'students' | 'minutes' | 'sessions' | 'bounced' | 'ratings' | 'content', number>;

const percent = (part: number, whole: number): string => `${Math.round((part * 100) / whole)}%`;

/** A month in UTC, `2026-11`. */
type Month = string;

/** Returns this many months up to the current one, oldest first. */
function monthsUpTo(now: Date, count: number): [Month, ...Month[]] {
  const first = now.getUTCMonth() - count + 1;
  const months = Array.from({ length: count }, (_, index) => {
    const start = new Date(Date.UTC(now.getUTCFullYear(), first + index));
    return start.toISOString().slice(0, 7);
  });
  return months as [Month, ...Month[]];
}

/** Returns the start of a month. */
const startOf = (month: Month): Date => new Date(`${month}-01T00:00:00Z`);

/** Returns the end of a month, which is the start of the next one. */
function endOf(month: Month): Date {
  const end = startOf(month);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}
