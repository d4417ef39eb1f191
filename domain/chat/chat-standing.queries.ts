import { isMinor } from '#domain/identity/accounts/is-minor.ts';
import { standingOf } from '#domain/people/people.queries.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** Under which name somebody chats. */
export interface Chatter {
  readonly accountId: string;
  readonly name: string;
}

/**
 * Chat with people one has not chosen is for adults (A17).
 * @throws ProductError chat.adults_only
 */
export async function requireChatter(accountId: string): Promise<Chatter> {
  const [standing, account] = await Promise.all([
    standingOf(accountId),
    database()('account').where({ id: accountId }).first('birth_year'),
  ]);
  if (!standing || (account.birth_year !== null && isMinor(account.birth_year))) {
    throw new ProductError('chat.adults_only', 'Chat and study rooms are for adults.');
  }
  return { accountId, name: standing.name };
}
