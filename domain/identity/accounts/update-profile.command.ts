import type { User } from '#contract/identity/identity.contract.ts';
import { fieldProblem, notFound, ProductError } from '#domain/platform/errors.ts';
import { assertGreetingNames } from '#domain/platform/greeting-name.ts';
import { Account } from './account.model.ts';
import { findUser } from './find-user.queries.ts';

interface ProfileChanges {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly bio?: string | undefined;
  /** Always refused (SET-09): the address proves who somebody is. */
  readonly email?: unknown;
}

/**
 * Changes names and bio (G52); what is not named stays.
 * @returns the user record, and the bio, as they are now
 * @throws ProductError validation.failed when an email is given, or a name that cannot greet anybody
 */
export async function updateProfile(given: ProfileChanges & { accountId: string }): Promise<{ user: User; bio: string }> {
  const { accountId, email, first_name, last_name, bio } = given;
  if (email !== undefined) {
    const errors = [fieldProblem('email', 'Email cannot be changed')];
    throw new ProductError('validation.failed', 'Email cannot be changed', { data: { errors } });
  }
  assertGreetingNames({ first_name, last_name });
  const changes = Object.fromEntries(Object.entries({ first_name, last_name, bio }).filter(([, value]) => value !== undefined));
  const account = Account.query().findById(accountId).select('bio');
  const row = Object.keys(changes).length > 0 ? await account.patch(changes).returning('bio').first() : await account;
  if (!row) throw notFound('account');
  return { user: await findUser(accountId), bio: row.bio };
}
