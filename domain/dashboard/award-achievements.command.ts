import type { AchievementRule } from '#contract/dashboard/achievements.ts';
import { transact } from '#domain/platform/database.ts';
import { awardPoints } from '#domain/progress/award-points.command.ts';

/** Awards achievements, each once with its points, even under concurrent calls. */
export async function awardAchievements(accountId: string, reached: readonly AchievementRule[]): Promise<void> {
  await transact(async (trx) => {
    for (const { id, points } of reached) {
      const added = await trx('achievement')
        .insert({ account_id: accountId, achievement: id })
        .onConflict()
        .ignore()
        .returning('achievement');
      if (added.length > 0) await awardPoints(trx, { accountId, cause: `achievement:${id}`, points });
    }
  });
}
