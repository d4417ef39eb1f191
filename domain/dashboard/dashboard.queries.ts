import { ACHIEVEMENTS, type AchievementCount } from '#contract/dashboard/achievements.ts';
import { DASHBOARD_ROWS, type Achievement, type Dashboard, type Goal } from '#contract/dashboard/dashboard.contract.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import { listCourses } from '#domain/courses/content/course.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { countDue } from '#domain/practice/practice.queries.ts';
import { awardAchievements } from './award-achievements.command.ts';
import { dayIn, daysBetween, lastWeek, streakOf, type LearningDay } from './learning-days.ts';

interface DashboardQuery {
  readonly accountId: string;
  /** IANA name; days begin at midnight there. */
  readonly timeZone: string;
  readonly now?: Date;
}

/** Returns everything on the dashboard, counted now: at most seven statements. Newly reached achievements are awarded on the way, once. */
export async function readDashboard({ accountId, timeZone, now = new Date() }: DashboardQuery): Promise<Dashboard> {
  const today = dayIn(timeZone, now);
  const [days, courses, goals, review_due] = await Promise.all([
    learningDays({ accountId, timeZone, now }),
    listCourses({ accountId, origin: 'all', limit: DASHBOARD_ROWS, sort: 'read' }),
    readGoals(accountId),
    countDue(accountId, now),
  ]);
  const streak = streakOf(days, today);
  const { achievements, counts, points, since } = await reachedBy(accountId, streak);
  const awarded = achievements
    .filter(({ awarded_at }) => awarded_at !== null)
    .toSorted((one, other) => other.awarded_at!.localeCompare(one.awarded_at!));
  const week = lastWeek(days, today);
  return {
    completed_courses: counts.courses,
    total_hours: Math.round(counts.minutes / 6) / 10,
    measured_since: since && dayIn(timeZone, since),
    streak_days: streak,
    total_points: points,
    courses: courses.courses,
    course_total: courses.total,
    achievements: awarded.slice(0, DASHBOARD_ROWS),
    achievement_total: awarded.length,
    weekly_activity: week,
    goals: goals.map((goal) => toGoal(goal, week, today)),
    review_due,
  };
}

/** Lists all achievements with a user's progress, reached ones first. */
export async function readAchievements({ accountId, timeZone, now = new Date() }: DashboardQuery): Promise<Achievement[]> {
  const days = await learningDays({ accountId, timeZone, now });
  const { achievements } = await reachedBy(accountId, streakOf(days, dayIn(timeZone, now)));
  return achievements.toSorted((one, other) => Number(other.awarded_at !== null) - Number(one.awarded_at !== null));
}

/**
 * Returns the days of a user's current streak, in their time zone, and the last seven days with their figures. The streak is followed back
 * through the indexes, day by day, so that years of minutes are not read.
 */
async function learningDays({ accountId, timeZone, now = new Date() }: DashboardQuery): Promise<LearningDay[]> {
  const today = sql`${dayIn(timeZone, now)}::date`;
  const dayOf = (at: Sql): Sql => sql`(${at} at time zone ${timeZone})::date`;
  const startOf = (day: Sql): Sql => sql`(${day})::timestamp at time zone ${timeZone}`;
  /** The last moment of learning before a day begins. */
  const lastBefore = (day: Sql): Sql => sql`select greatest(
    (select max(at) from activity_minute where account_id = ${accountId} and at < ${startOf(day)}),
    (select max(completed_at) from lesson_completion where account_id = ${accountId} and completed_at < ${startOf(day)})) as at`;
  return rowsOf<LearningDay>(
    database(),
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

interface Reached {
  achievements: Achievement[];
  counts: Record<AchievementCount, number>;
  points: number;
  /** The first measured minute. */
  since: Date | null;
}

async function reachedBy(accountId: string, streak: number): Promise<Reached> {
  const first = await countAll(accountId, streak);
  const isReached = ({ counts, target }: { counts: AchievementCount; target: number }) => first.counts[counts] >= target;
  const missing = ACHIEVEMENTS.filter((rule) => isReached(rule) && !first.awarded.has(rule.id));
  if (missing.length === 0) return toReached(first);
  await awardAchievements(accountId, missing);
  return toReached(await countAll(accountId, streak));
}

interface Counted {
  counts: Record<AchievementCount, number>;
  points: number;
  since: Date | null;
  awarded: ReadonlyMap<string, string>;
}

async function countAll(accountId: string, streak: number): Promise<Counted> {
  const own = sql`account_id = ${accountId}`;
  const [row] = await rowsOf<
    Record<Exclude<AchievementCount, 'streak'>, number> & { points: number; since: Date | null; awarded: Record<string, string> }
  >(
    database(),
    sql`with recursive active as (
       select max(at) as at from activity_minute where ${own}
       union all
       select (select max(at) from activity_minute where ${own} and at < active.at::date::timestamptz) from active
        where active.at is not null)
     select (select count(*)::int from lesson_completion where ${own}) as lessons,
            (select count(*)::int from course_completion where ${own}) as courses,
            point.generated, point.points,
            (select count(*)::int from lesson_note where ${own}) as notes,
            (select count(*)::int from activity_minute where ${own}) as minutes,
            (select count(at)::int from active) as days,
            (select min(at) from activity_minute where ${own}) as since,
            (select coalesce(jsonb_object_agg(achievement, to_char(awarded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), '{}')
               from achievement where ${own}) as awarded
       from (select coalesce(sum(points), 0)::int as points, count(*) filter (where cause like 'course:%')::int as generated
               from point_entry where ${own}) point`,
  );
  const { points, since, awarded, ...counts } = row!;
  return { counts: { ...counts, streak }, points, since, awarded: new Map(Object.entries(awarded)) };
}

const toReached = ({ counts, points, since, awarded }: Counted): Reached => ({
  counts,
  points,
  since,
  achievements: ACHIEVEMENTS.map(({ id, title, target, counts: what, points: worth }) => {
    const at = awarded.get(id) ?? null;
    return {
      id,
      title: inEnglish(title()),
      title_words: title(),
      points: worth,
      counts: what,
      // a reached achievement stays reached, even when its streak ends
      progress: at === null ? Math.min(target, counts[what]) : target,
      target,
      awarded_at: at,
    };
  }),
});

interface GoalRow {
  readonly subject: string;
  readonly minutes: number | null;
  readonly course_id: string;
  readonly due_on: string;
  readonly title: string;
  readonly lesson_count: number;
  readonly completed: number;
  readonly is_done: boolean;
}

const readGoals = (accountId: string): Promise<GoalRow[]> =>
  rowsOf(
    database(),
    sql`select goal.subject, goal.minutes, goal.course_id, to_char(goal.due_on, 'YYYY-MM-DD') as due_on, course.title, course.lesson_count,
            (select count(*)::int from lesson_completion done where done.account_id = goal.account_id and done.course_id = goal.course_id) as completed,
            exists (select from course_completion whole where whole.account_id = goal.account_id and whole.course_id = goal.course_id) as is_done
       from learning_goal goal left join course on course.id = goal.course_id
      where goal.account_id = ${accountId} order by goal.course_id is not null, goal.due_on limit 50`,
  );

function toGoal(row: GoalRow, week: readonly LearningDay[], today: string): Goal {
  if (row.minutes !== null)
    return { kind: 'week', minutes: row.minutes, done_minutes: week.reduce((sum, { minutes }) => sum + minutes, 0) };
  const left = Math.max(0, row.lesson_count - row.completed);
  return {
    kind: 'course',
    course_id: row.course_id,
    title: row.title,
    due_on: row.due_on,
    progress: row.lesson_count === 0 ? 0 : Math.min(100, Math.floor((row.completed / row.lesson_count) * 100)),
    is_done: row.is_done,
    lessons_left: left,
    days_left: daysBetween(today, row.due_on),
  };
}
