import type { Knex } from 'knex';
import { ACHIEVEMENTS, type AchievementCount, type AchievementRule } from '#contract/dashboard/achievements.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { awardPoints } from '#domain/progress/award-points.command.ts';
import { COUNTED_BY_SQL, countsOf } from './achievement-counts.ts';
import { learningDays } from './learned-days.queries.ts';
import { dayIn, streakOf } from './learning-days.ts';

/**
 * Awards what an act has reached, in the transaction of the act, so that the points stand in the leaderboard at once.
 * @param changed the counts that the act may have raised
 */
export async function awardReached(trx: Knex.Transaction, accountId: string, changed: readonly AchievementCount[]): Promise<void> {
  const awarded = new Set(await trx('achievement').where({ account_id: accountId }).pluck('achievement'));
  const open = ACHIEVEMENTS.filter(({ id, counts }) => changed.includes(counts) && !awarded.has(id));
  if (open.length === 0) return;
  const counts = await countNow(trx, accountId, new Set(open.map((rule) => rule.counts)));
  await awardAchievements(
    trx,
    accountId,
    open.filter((rule) => (counts[rule.counts] ?? 0) >= rule.target),
  );
}

async function countNow(
  trx: Knex.Transaction,
  accountId: string,
  wanted: ReadonlySet<AchievementCount>,
): Promise<Partial<Record<AchievementCount, number>>> {
  const counts = COUNTED_BY_SQL.filter((count) => wanted.has(count));
  const [row] =
    counts.length > 0 ? await rowsOf<Partial<Record<AchievementCount, number>>>(trx, sql`select ${countsOf(accountId, counts)}`) : [];
  return { ...row, ...(wanted.has('streak') && { streak: await streakNow(trx, accountId) }) };
}

/** The streak in the time zone of the account's settings. */
async function streakNow(trx: Knex.Transaction, accountId: string): Promise<number> {
  const [settings] = await rowsOf<{ time_zone: string }>(trx, sql`select time_zone from user_settings where account_id = ${accountId}`);
  const timeZone = settings?.time_zone ?? 'UTC';
  return streakOf(await learningDays({ accountId, timeZone }, trx), dayIn(timeZone, new Date()));
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
