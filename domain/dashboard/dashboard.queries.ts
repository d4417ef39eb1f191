import { lookup } from '#contract/platform/lookup.ts';
import { ACHIEVEMENTS, type AchievementCount, type AchievementRule } from '#contract/dashboard/achievements.ts';
import {
  DASHBOARD_ROWS,
  type Achievement,
  type Dashboard,
  type Goal,
  type listPoints as endpoint,
} from '#contract/dashboard/dashboard.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import { listCourses } from '#domain/courses/content/course.queries.ts';
import { completedAt, completedLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { countDue } from '#domain/practice/practice.queries.ts';
import { pointsOf } from './points.queries.ts';
import { COUNTED_BY_SQL, countsOf, type CountedBySql } from './achievement-counts.ts';
import { awardAchievements } from './activity.commands.ts';
import { learningDays } from './learned-days.queries.ts';
import { dayIn, daysBetween, lastWeek, streakOf, type LearningDay } from './learning-days.ts';

interface DashboardQuery {
  readonly accountId: string;
  /** IANA name of the time zone at whose midnight days begin. */
  readonly timeZone: string;
  readonly now?: Date;
}

/** Returns all data of the dashboard, counted now, with at most seven statements. */
export async function readDashboard({ accountId, timeZone, now = new Date() }: DashboardQuery): Promise<Dashboard> {
  const today = dayIn(timeZone, now);
  const [days, courses, goals, review_due] = await Promise.all([
    learningDays({ accountId, timeZone, now }),
    listCourses({ accountId, origin: 'all', limit: DASHBOARD_ROWS, sort: 'read' }),
    readGoals(accountId),
    countDue(accountId, now, timeZone),
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

interface Reached {
  achievements: Achievement[];
  counts: Record<AchievementCount, number>;
  points: number;
  /** The first measured minute, or null. */
  since: Date | null;
}

async function reachedBy(accountId: string, streak: number): Promise<Reached> {
  const { points, since, awarded, ...first } = await counted(accountId);
  const counts = { ...first, streak };
  const isMissing = ({ id, counts: what, target }: AchievementRule) => counts[what] >= target && !awarded.has(id);
  const missing = ACHIEVEMENTS.filter(isMissing);
  if (missing.length === 0) return toReached({ points, since, awarded, counts });
  // a streak in this device's time zone, and achievements reached before they were awarded with the action
  await transact((trx) => awardAchievements(trx, accountId, missing));
  return toReached({ ...(await counted(accountId)), counts });
}

interface Counted {
  counts: Record<AchievementCount, number>;
  points: number;
  since: Date | null;
  awarded: ReadonlyMap<string, string>;
}

type CountedNow = Omit<Counted, 'counts'> & Record<CountedBySql, number>;

async function counted(accountId: string): Promise<CountedNow> {
  const own = sql`account_id = ${accountId}`;
  const [row] = await rowsOf<Omit<CountedNow, 'awarded'> & { awarded: Record<string, string> }>(
    database(),
    sql`select ${countsOf(accountId, COUNTED_BY_SQL)}, ${pointsOf(accountId)} as points,
               (select min(at) from activity_minute where ${own}) as since,
               (select coalesce(jsonb_object_agg(achievement, to_char(awarded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), '{}')
                  from achievement where ${own}) as awarded`,
  );
  return { ...row!, awarded: new Map(Object.entries(row!.awarded)) };
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
            ${completedLessons(sql`course`)} as completed, ${completedAt(sql`course`)} is not null as is_done
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

const ROWS = 50;

type Entry = AnswerOf<typeof endpoint>['entries'][number];

/** Lists a user's points, latest award first, fifty per page. @param before `next` of the previous page: the id of its last award */
export async function listPoints({
  accountId,
  before,
}: {
  accountId: string;
  before?: number | undefined;
}): Promise<AnswerOf<typeof endpoint>> {
  const rows = await rowsOf<EntryRow & { total: number }>(
    database(),
    sql`select p.id, p.points, p.cause, p.created_at,
               coalesce(
                 (select jsonb_path_query_first(live.contents, '$.modules[*].lessons[*] ? (@.lesson_id == $lesson).title',
                           jsonb_build_object('lesson', split_part(p.cause, ':', 3))) #>> '{}'
                    from course_version live where live.course_id = course.id and live.number = course.current_version),
                 course.title, run.title, run.subject) as subject,
               case when p.cause like 'lesson:%' then course.title end as course_title, ${pointsOf(accountId)} as total
          from point_entry p
          left join course on p.cause like 'lesson:%' and course.id::text = split_part(p.cause, ':', 2)
          left join run on p.cause like 'course:%' and run.id::text = split_part(p.cause, ':', 2)
         where p.account_id = ${accountId} and (${before ?? null}::bigint is null or (p.created_at, p.id) < (select created_at, id from point_entry where id = ${before ?? null}))
         order by p.created_at desc, p.id desc limit ${ROWS + 1}`,
  );
  const page = rows.slice(0, ROWS);
  return {
    total: rows[0]?.total ?? 0,
    entries: page.map(toEntry),
    next: rows.length > ROWS ? page.at(-1)!.id : null,
  };
}

const KINDS: Readonly<Record<string, Entry['kind']>> = lookup({
  lesson: 'lesson',
  course: 'generated',
  completed: 'course',
  achievement: 'achievement',
});

type EntryRow = { id: number; points: number; cause: string; created_at: Date; subject: string | null; course_title: string | null };

function toEntry(row: EntryRow): Entry {
  const [kind = '', id] = row.cause.split(':');
  const achievement = kind === 'achievement' ? ACHIEVEMENTS.find((rule) => rule.id === id) : undefined;
  return {
    id: row.id,
    points: row.points,
    kind: KINDS[kind] ?? 'other',
    subject: row.subject,
    course_title: row.course_title,
    subject_words: achievement?.title() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
