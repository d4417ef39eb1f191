import { ACHIEVEMENT_COUNTS, type AchievementCount } from '#contract/dashboard/achievements.ts';
import { completedAt } from '#domain/courses/content/live-lesson.queries.ts';
import { join, sql, type Sql } from '#domain/platform/sql.ts';

/** The counts that the database computes; streaks are not among them, because they depend on a time zone. */
export type CountedBySql = Exclude<AchievementCount, 'streak'>;
export const COUNTED_BY_SQL = ACHIEVEMENT_COUNTS.filter((count) => count !== 'streak');

const COUNTS: Readonly<Record<CountedBySql, (accountId: string) => Sql>> = {
  lessons: (accountId) => sql`(select count(*)::int from lesson_completion where account_id = ${accountId}) as lessons`,
  courses: (accountId) =>
    sql`(select count(*)::int from course where account_id = ${accountId} and ${completedAt(sql`course`)} is not null) as courses`,
  generated: (accountId) =>
    sql`(select count(*)::int from point_entry where account_id = ${accountId} and cause like 'course:%') as generated`,
  notes: (accountId) => sql`(select count(*)::int from lesson_note where account_id = ${accountId}) as notes`,
  minutes: (accountId) => sql`(select count(*)::int from activity_minute where account_id = ${accountId}) as minutes`,
  // from day to day through the index, so that years of minutes are not read
  days: (accountId) => sql`(with recursive active as (
       select max(at) as at from activity_minute where account_id = ${accountId}
       union all
       select (select max(at) from activity_minute where account_id = ${accountId} and at < active.at::date::timestamptz) from active
        where active.at is not null)
     select count(at)::int from active) as days`,
};

/** SQL columns: some of a user's counts, each under its name. */
export const countsOf = (accountId: string, counts: readonly CountedBySql[]): Sql =>
  join(
    counts.map((count) => COUNTS[count](accountId)),
    ', ',
  );
