import type { Knex } from 'knex';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { dayIn, type LearningDay } from './learning-days.ts';

interface DaysOf {
  readonly accountId: string;
  /** IANA name of the time zone at whose midnight days begin. */
  readonly timeZone: string;
  readonly now?: Date;
  /** The last day, such as `2026-11-20`; default: the one of `now`. */
  readonly today?: string;
}

/**
 * Returns the days of a user's current streak, in their time zone, and the figures of the last seven days. The streak is followed back
 * through the indexes, day by day, so that years of minutes are not read.
 */
export async function learningDays(
  { accountId, timeZone, now = new Date(), today: last = dayIn(timeZone, now) }: DaysOf,
  store: Knex = database(),
): Promise<LearningDay[]> {
  const today = sql`${last}::date`;
  const dayOf = (at: Sql): Sql => sql`(${at} at time zone ${timeZone})::date`;
  const startOf = (day: Sql): Sql => sql`(${day})::timestamp at time zone ${timeZone}`;
  /** SQL expression: the last time of learning before a day begins. */
  const lastBefore = (day: Sql): Sql => sql`select greatest(
    (select max(at) from activity_minute where account_id = ${accountId} and at < ${startOf(day)}),
    (select max(completed_at) from lesson_completion where account_id = ${accountId} and completed_at < ${startOf(day)})) as at`;
  return rowsOf<LearningDay>(
    store,
    sql`with recursive learned as (
       select last.at, true as goes_on from lateral (${lastBefore(sql`${today} + 1`)}) last
       union all
       select last.at, ${dayOf(sql`last.at`)} = ${dayOf(sql`learned.at`)} - 1
         from learned, lateral (${lastBefore(dayOf(sql`learned.at`))}) last
        where learned.goes_on and learned.at is not null),
     week as (
       select day, sum(minutes)::int as minutes, sum(lessons)::int as lessons
         from (select ${dayOf(sql`at`)} as day, 1 as minutes, 0 as lessons from activity_minute
                where account_id = ${accountId} and at >= ${startOf(sql`${today} - 6`)}
               union all
               select ${dayOf(sql`completed_at`)}, 0, 1 from lesson_completion
                where account_id = ${accountId} and completed_at >= ${startOf(sql`${today} - 6`)}) recent
        group by 1)
     select to_char(day, 'YYYY-MM-DD') as day, coalesce(minutes, 0) as minutes, coalesce(lessons, 0) as lessons
       from (select distinct ${dayOf(sql`at`)} as day from learned where at is not null) days full join week using (day)
      order by day desc`,
  );
}

/** Returns the days since this one on which a user has learned, such as `2026-11-20`. */
export async function learnedSince(
  { accountId, timeZone, day }: { readonly accountId: string; readonly timeZone: string; readonly day: string },
  store: Knex,
): Promise<string[]> {
  const start = sql`(${day}::date)::timestamp at time zone ${timeZone}`;
  const rows = await rowsOf<{ day: string }>(
    store,
    sql`select distinct to_char((at at time zone ${timeZone})::date, 'YYYY-MM-DD') as day
          from (select at from activity_minute where account_id = ${accountId} and at >= ${start}
                union all
                select completed_at from lesson_completion where account_id = ${accountId} and completed_at >= ${start}) learned`,
  );
  return rows.map((row) => row.day);
}
