import type { User } from '#contract/identity/identity.contract.ts';
import { writeProfile } from '#domain/identity/accounts/account.commands.ts';
import { findUser } from '#domain/identity/accounts/account.queries.ts';
import { profileText } from '#domain/identity/accounts/profile-text.queries.ts';
import { startJudgement } from '#domain/moderation/start-judgement.command.ts';
import { submitText } from '#domain/moderation/submit-text.command.ts';
import { transact } from '#domain/platform/database.ts';
import { fieldProblem, ProductError } from '#domain/platform/errors.ts';
import { assertGreetingNames } from '#domain/platform/greeting-name.ts';

interface ProfileChanges {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly bio?: string | undefined;
  /** Always rejected (SET-09), because the address identifies the user. */
  readonly email?: unknown;
}

/**
 * Changes names and bio (G52); omitted fields do not change. Both are moderated like public texts: held ones stay hidden from others until
 * they are checked.
 * @returns the updated user record and bio
 * @throws ProductError validation.failed when an email is given, or a name that is not allowed in mails; moderation errors
 */
export async function updateProfile(given: ProfileChanges & { accountId: string }): Promise<{ user: User; bio: string }> {
  const { accountId, email, first_name, last_name, bio } = given;
  if (email !== undefined) {
    const errors = [fieldProblem('email', 'Email cannot be changed')];
    throw new ProductError('validation.failed', 'Email cannot be changed', { data: { errors } });
  }
  assertGreetingNames({ first_name, last_name });
  const changes = Object.fromEntries(Object.entries({ first_name, last_name, bio }).filter(([, value]) => value !== undefined));
  const { state, bio: now } = await transact(async (trx) => {
    const row = await writeProfile(trx, accountId, changes);
    const text = profileText(row);
    const isChanged = Object.keys(changes).length > 0;
    return {
      bio: row.bio,
      state: isChanged ? await submitText(trx, { ...profileOf(accountId), accountId, text, href: '/community/people' }) : 'clear',
    };
  });
  if (state === 'held') await startJudgement(profileOf(accountId));
  return { user: await findUser(accountId), bio: now };
}

const profileOf = (accountId: string) => ({ type: 'profile', id: accountId }) as const;
