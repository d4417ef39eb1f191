import { startJudgement } from '#domain/moderation/start-judgement.command.ts';
import { submitText, withdrawText } from '#domain/moderation/submit-text.command.ts';
import { findContactFacts } from '#domain/people/people.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';

/**
 * Adds a user to the leaderboard under a moderated name of their choice, or removes them.
 * @throws ProductError access.denied for known and possible minors; moderation errors
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
    const me = await findContactFacts(accountId, trx);
    if (!me?.isAdult)
      throw new ProductError('access.denied', 'The leaderboard is for people of 18 years and over. Say your year of birth in Account.');
    await trx('leaderboard_entry').insert({ account_id: accountId, display_name: name }).onConflict('account_id').merge(['display_name']);
    return submitText(trx, { accountId, type: 'profile', id, text: name, href: '/community/leaderboard' });
  });
  if (state === 'held') await startJudgement({ type: 'profile', id });
  return { display_name: name };
}
