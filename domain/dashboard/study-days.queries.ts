import { STUDY_DAYS, type listStudyDays as endpoint } from '#contract/dashboard/dashboard.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { dayIn } from './learning-days.ts';

/** Minutes without a sign of learning after which a new session begins. */
const PAUSE_MINUTES = 30;

interface StudyDaysOf {
  readonly accountId: string;
  readonly courseId: string;
  /** IANA name of the time zone at whose midnight days begin. */
  readonly timeZone: string;
  readonly now?: Date;
}

interface Row {
  readonly day: string;
  readonly minutes: number;
  readonly lessons: number;
  readonly sessions: readonly { readonly began_at: string; readonly ended_at: string }[];
}

/**
 * Lists the days of the last four weeks on which a user studied a course, newest first, each with its sessions. A session past midnight is
 * one on each of its days.
 * @throws ProductError not_found
 */
export async function listStudyDays({
  accountId,
  courseId,
  timeZone,
  now = new Date(),
}: StudyDaysOf): Promise<AnswerOf<typeof endpoint>['days']> {
  const course = isUuid(courseId) && (await database()('course').where({ id: courseId, account_id: accountId }).first('id'));
  if (!course) throw notFound('course');
  const since = sql`(${dayIn(timeZone, now)}::date - ${STUDY_DAYS - 1}::int)::timestamp at time zone ${timeZone}`;
  const dayOf = (at: Sql): Sql => sql`(${at} at time zone ${timeZone})::date`;
  const rows = await rowsOf<Row>(
    database(),
    sql`with measured as (
          select at, ${dayOf(sql`at`)} as day from activity_minute where account_id = ${accountId} and course_id = ${courseId} and at >= ${since}),
        begun as (
          select at, day, coalesce(at - lag(at) over (partition by day order by at) > ${PAUSE_MINUTES}::int * interval '1 minute', true) as begins
            from measured),
        numbered as (select at, day, count(*) filter (where begins) over (partition by day order by at) as number from begun),
        session as (
          select day, min(at) as began_at, max(at) + interval '1 minute' as ended_at, count(*)::int as minutes from numbered group by day, number),
        studied as (
          select day, sum(minutes)::int as minutes,
                 jsonb_agg(jsonb_build_object('began_at', began_at, 'ended_at', ended_at) order by began_at) as sessions
            from session group by day),
        completed as (
          select ${dayOf(sql`completed_at`)} as day, count(*)::int as lessons from lesson_completion
           where account_id = ${accountId} and course_id = ${courseId} and completed_at >= ${since} group by 1)
        select to_char(day, 'YYYY-MM-DD') as day, coalesce(minutes, 0) as minutes, coalesce(lessons, 0) as lessons,
               coalesce(sessions, '[]') as sessions
          from studied full join completed using (day) order by day desc`,
  );
  const iso = (at: string) => new Date(at).toISOString();
  return rows.map((row) => ({
    ...row,
    sessions: row.sessions.map(({ began_at: from, ended_at: to }) => ({ began_at: iso(from), ended_at: iso(to) })),
  }));
}
