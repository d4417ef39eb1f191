import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { findContactFacts } from './people.queries.ts';

interface Pair {
  readonly accountId: string;
  readonly personId: string;
}

/** Mutes a user without notifying them; repeating it changes nothing. @throws ProductError not_found; validation.failed for oneself */
export async function mutePerson({ accountId, personId }: Pair): Promise<{ muted: true }> {
  if (accountId === personId) throw new ProductError('validation.failed', 'This is you.');
  if (!(await findContactFacts(personId))) throw notFound('person');
  await database()('person_mute').insert({ account_id: accountId, muted_id: personId }).onConflict(['account_id', 'muted_id']).ignore();
  return { muted: true };
}

/** Removes a mute; without one, nothing changes. */
export async function unmutePerson({ accountId, personId }: Pair): Promise<{ muted: false }> {
  if (isUuid(personId)) await database()('person_mute').where({ account_id: accountId, muted_id: personId }).del();
  return { muted: false };
}
