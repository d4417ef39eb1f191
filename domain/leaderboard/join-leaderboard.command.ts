import { assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { startJudgement } from '#domain/moderation/start-judgement.command.ts';
import { submitText, withdrawText } from '#domain/moderation/submit-text.command.ts';
import { transact } from '#domain/platform/database.ts';

/**
 * Adds a user to the leaderboard under a moderated name of their choice, or removes them.
 * @throws ProductError age.*, as `assertAge`; moderation errors
 */
export async function joinLeaderboard({
  accountId,
  name,
}: {
  accountId: string;
  name: string | null;
}): Promise<{ display_name: string | null }> {
  const id = `leaderboard:${accountId}`;
  const state = await transact(async (trx) => {
    if (name === null) {
      await trx('leaderboard_entry').where({ account_id: accountId }).del();
      await withdrawText(trx, { type: 'profile', id });
      return 'clear';
    }
    await assertAge(accountId, 'leaderboard', trx);
    await trx('leaderboard_entry').insert({ account_id: accountId, display_name: name }).onConflict('account_id').merge(['display_name']);
    return submitText(trx, { accountId, type: 'profile', id, text: name, href: '/community/leaderboard' });
  });
  if (state === 'held') await startJudgement({ type: 'profile', id });
  return { display_name: name };
}
