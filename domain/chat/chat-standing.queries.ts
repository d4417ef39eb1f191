import { standingOf } from '#domain/people/people.queries.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** Under which name somebody chats. */
export interface Chatter {
  readonly accountId: string;
  readonly name: string;
}

/**
 * Chat with people one does not know is for adults (A17).
 * @throws ProductError chat.adults_only
 */
export async function requireChatter(accountId: string): Promise<Chatter> {
  const standing = await standingOf(accountId);
  if (!standing?.isAdult) {
    throw new ProductError('chat.adults_only', 'Chat and study rooms are for adults. Your profile must tell a year of birth that shows it.');
  }
  return { accountId, name: standing.name };
}
