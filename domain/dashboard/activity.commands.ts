import type { Knex } from 'knex';
import { ACHIEVEMENTS, type AchievementCount, type AchievementRule } from '#contract/dashboard/achievements.ts';
import { REPORT_WITHIN_DAYS } from '#contract/dashboard/dashboard.contract.ts';
import { actTime, actTimeZone } from '#domain/platform/acts/act.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { awardPoints } from './award-points.command.ts';
import { COUNTED_BY_SQL, countsOf } from './achievement-counts.ts';
import { learnedSince, learningDays } from './learned-days.queries.ts';
import { dayAfter, dayIn, streakOf } from './learning-days.ts';

const DAY_MS = 86_400_000;
/** Tolerated clock error of devices, in ms; minutes further ahead are ignored. */
const AHEAD_MS = 120_000;

/**
 * Counts minutes of learning. A minute is one row even if two windows, or repeated reports, report it. Minutes in the future, or too long
 * ago, are ignored.
 * @param report `minutes` are ISO times, truncated to the minute here; a course that is not the account's is not recorded
 * @returns number of new minutes
 */
export async function reportActivity(report: {
  accountId: string;
  minutes: readonly string[];
  courseId?: string | undefined;
  now?: Date;
}): Promise<number> {
  const now = (report.now ?? new Date()).getTime();
  const times = report.minutes
    .map((text) => Date.parse(text))
    .filter((at) => at <= now + AHEAD_MS && at > now - REPORT_WITHIN_DAYS * DAY_MS)
    .map((at) => new Date(Math.floor(at / 60_000) * 60_000).toISOString());
  if (times.length === 0) return 0;
  const { accountId } = report;
  const courseId = report.courseId && isUuid(report.courseId) ? report.courseId : null;
  return transact(async (trx) => {
    const added = await rowsOf<{ at: Date }>(
      trx,
      sql`insert into activity_minute (account_id, at, course_id)
            select ${accountId}::uuid, at, (select id from course where id = ${courseId} and account_id = ${accountId})
              from unnest(${[...new Set(times)]}::timestamptz[]) at
          on conflict do nothing returning at`,
    );
    if (added.length > 0)
      await awardReached(
        trx,
        accountId,
        ['minutes', 'streak', 'days'],
        added.map(({ at }) => at),
      );
    return added.length;
  });
}

/** Sets, changes or (null) removes a user's weekly goal in minutes. */
export async function setWeeklyGoal({ accountId, minutes }: { accountId: string; minutes: number | null }): Promise<void> {
  const goal = { account_id: accountId, subject: 'week' };
  await transact(async (trx) => {
    if (minutes === null) await trx('learning_goal').where(goal).delete();
    else
      await trx('learning_goal')
        .insert({ ...goal, minutes })
        .onConflict(['account_id', 'subject'])
        .merge({ minutes });
  });
}

/**
 * Sets, changes or (null) removes the date by which a user wants to complete one of their courses.
 * @throws ProductError not_found when the course does not exist, or belongs to another user
 */
export async function setCourseGoal(given: { accountId: string; courseId: string; dueOn: string | null }): Promise<void> {
  if (!isUuid(given.courseId)) throw notFound('course');
  await transact(async (trx) => {
    const course = await trx('course').where({ id: given.courseId, account_id: given.accountId }).forShare().first('id');
    if (!course) throw notFound('course');
    const goal = { account_id: given.accountId, subject: course.id };
    if (given.dueOn === null) await trx('learning_goal').where(goal).delete();
    else
      await trx('learning_goal')
        .insert({ ...goal, course_id: course.id, due_on: given.dueOn })
        .onConflict(['account_id', 'subject'])
        .merge({ due_on: given.dueOn });
  });
}

/**
 * Awards the achievements that an action has reached, in its transaction, so that the points count on the leaderboard at once.
 * @param changed the counts that the action may have raised
 * @param at when was learned: by default at the time of the act, which may have arrived late
 */
export async function awardReached(
  trx: Knex.Transaction,
  accountId: string,
  changed: readonly AchievementCount[],
  at: readonly Date[] = [actTime()],
): Promise<void> {
  const awarded = new Set(await trx('achievement').where({ account_id: accountId }).pluck('achievement'));
  const open = ACHIEVEMENTS.filter(({ id, counts }) => changed.includes(counts) && !awarded.has(id));
  if (open.length === 0) return;
  const counts = await countNow(trx, { accountId, at }, new Set(open.map((rule) => rule.counts)));
  await awardAchievements(
    trx,
    accountId,
    open.filter((rule) => (counts[rule.counts] ?? 0) >= rule.target),
  );
}

interface Learned {
  readonly accountId: string;
  readonly at: readonly Date[];
}

async function countNow(
  trx: Knex.Transaction,
  { accountId, at }: Learned,
  wanted: ReadonlySet<AchievementCount>,
): Promise<Partial<Record<AchievementCount, number>>> {
  const counts = COUNTED_BY_SQL.filter((count) => wanted.has(count));
  const [row] =
    counts.length > 0 ? await rowsOf<Partial<Record<AchievementCount, number>>>(trx, sql`select ${countsOf(accountId, counts)}`) : [];
  return { ...row, ...(wanted.has('streak') && { streak: await streakReached(trx, { accountId, at }) }) };
}

/**
 * Returns the longest streak to which one of these times belongs, in the time zone of the act, or else of the account's settings. A streak that
 * was kept without a connection counts although it may have ended before it arrived.
 */
async function streakReached(trx: Knex.Transaction, { accountId, at }: Learned): Promise<number> {
  const [settings] = await rowsOf<{ time_zone: string }>(trx, sql`select time_zone from user_settings where account_id = ${accountId}`);
  const timeZone = actTimeZone() ?? settings?.time_zone ?? 'UTC';
  const days = new Set(at.map((time) => dayIn(timeZone, time)));
  const first = [...days].toSorted()[0];
  if (first === undefined) return 0;
  const learned = new Set(await learnedSince({ accountId, timeZone, day: first }, trx));
  const ends = new Set([...days].map((day) => lastOfStreak(learned, day)));
  const streaks = [];
  for (const end of ends) streaks.push(streakOf(await learningDays({ accountId, timeZone, today: end }, trx), end));
  return Math.max(0, ...streaks);
}

/** Returns the last day of the streak to which a day belongs. */
function lastOfStreak(learned: ReadonlySet<string>, day: string): string {
  let last = day;
  while (learned.has(dayAfter(last, 1))) last = dayAfter(last, 1);
  return last;
}

/** Awards achievements, each once with its points, even under concurrent calls. */
export async function awardAchievements(trx: Knex.Transaction, accountId: string, reached: readonly AchievementRule[]): Promise<void> {
  for (const { id, points } of reached) {
    const added = await trx('achievement')
      .insert({ account_id: accountId, achievement: id })
      .onConflict()
      .ignore()
      .returning('achievement');
    if (added.length > 0) await awardPoints(trx, { accountId, cause: `achievement:${id}`, points });
  }
}
