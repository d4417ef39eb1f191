import { ACHIEVEMENTS, type AchievementCount } from '#contract/dashboard/achievements.ts';
import { database, transact } from '#domain/platform/database.ts';

const DAY_MS = 86_400_000;

/** Awards what the learner has reached, each on the day on which it was reached, not on the day on which somebody first looks. */
export async function addAchievements(accountId: string): Promise<void> {
  const moments = (table: string, column: string): Promise<Date[]> =>
    database()(table).where({ account_id: accountId }).orderBy(column).pluck(column);
  const [lessons, courses, notes, minutes] = await Promise.all([
    moments('lesson_completion', 'completed_at'),
    moments('course_completion', 'completed_at'),
    moments('lesson_note', 'created_at'),
    moments('activity_minute', 'at'),
  ]);
  const reached: Partial<Record<AchievementCount, readonly Date[]>> = { lessons, courses, notes, minutes, streak: longestStreak(minutes) };
  const awards = ACHIEVEMENTS.flatMap(({ id, counts, target, points }) => {
    const at = reached[counts]?.[target - 1];
    return at ? [{ id, points, at }] : [];
  });
  await transact(async (trx) => {
    await trx('achievement').insert(awards.map(({ id, at }) => ({ account_id: accountId, achievement: id, awarded_at: at })));
    await trx('point_entry').insert(
      awards.map(({ id, points, at }) => ({ account_id: accountId, cause: `achievement:${id}`, points, created_at: at })),
    );
  });
}

/** The first minute of each day of the longest streak. @param minutes in order */
function longestStreak(minutes: readonly Date[]): Date[] {
  const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);
  let longest: Date[] = [];
  let current: Date[] = [];
  for (const at of minutes) {
    const last = current.at(-1);
    if (last && dayOf(last) === dayOf(at)) continue;
    current = last && dayOf(last) === dayOf(at) - 1 ? [...current, at] : [at];
    if (current.length > longest.length) longest = current;
  }
  return longest;
}
