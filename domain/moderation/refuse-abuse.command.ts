import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { judgeText } from '#domain/platform/safety/judge-text.ts';
import { findAuthorTrust, type AuthorTrust } from './public-text.queries.ts';

/** Rejects suspended authors. @throws ProductError safety.suspended while moderators have suspended the account */
export function refuseSuspended({ suspendedUntil }: AuthorTrust): void {
  if (!suspendedUntil) return;
  const day = suspendedUntil.toISOString().slice(0, 10);
  throw new ProductError('safety.suspended', toSentence('The moderators have suspended your writing until {day}.', { day }));
}

/**
 * Checks texts around a course. These cannot be held, so abusive ones are rejected.
 * @throws ProductError chat.refused, safety.suspended
 */
export async function refuseAbuse(store: Knex, { accountId, text }: { accountId: string; text: string }): Promise<void> {
  const author = await findAuthorTrust(store, accountId);
  refuseSuspended(author);
  if (judgeText(text, author.trust).verdict === 'abusive') throw new ProductError('chat.refused');
}
