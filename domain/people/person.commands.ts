import type { Connection } from '#contract/people/people.contract.ts';
import { assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { addNotification, withdrawNotification } from '#domain/notifications/notification.commands.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { Knex } from 'knex';
import { isBlockedBetween, findContactFacts } from './people.queries.ts';

interface Pair {
  readonly accountId: string;
  readonly personId: string;
}

/**
 * Requests a connection. A repeat is the same request; if the other user has already asked, it accepts. A declined request stays as it is,
 * and its sender is not notified.
 * @throws ProductError age.* for known and possible minors (A17); not_found for a user who does not exist, may be a minor, or has a block
 * with the caller; validation.failed for oneself
 */
export async function connectPeople({ accountId, personId }: Pair): Promise<Connection['state']> {
  if (accountId === personId) throw new ProductError('validation.failed', 'You cannot choose yourself.');
  return transact(async (trx) => {
    await assertAge(accountId, 'community_visibility', trx);
    const me = await findContactFacts(accountId, trx);
    if (!me) throw notFound('account');
    const other = await findContactFacts(personId, trx);
    if (!other?.isAdult) throw notFound('person');
    await lockPair(trx, accountId, personId);
    if (await isBlockedBetween(accountId, personId, trx)) throw notFound('person');
    const found = await findPair(trx, accountId, personId);
    if (found?.state === 'accepted') return 'accepted';
    if (found?.requester_id === accountId) return 'requested';
    if (found?.state === 'requested') {
      await accept(trx, { accountId, personId, name: me.name });
      return 'accepted';
    }
    // a request that the caller once declined is replaced by their own
    if (found) await trx('connection').where(found).del();
    await trx('connection').insert({ requester_id: accountId, addressee_id: personId });
    await addNotification(trx, {
      accountId: personId,
      kind: 'connection.requested',
      cause: `connection.requested:${accountId}`,
      subject: me.name,
    });
    return 'requested';
  });
}

/** Answers a user's request. @throws ProductError not_found when there is none, or it was answered */
export async function answerConnection({
  accountId,
  personId,
  accept: isAccepted,
}: Pair & { accept: boolean }): Promise<'accepted' | 'declined'> {
  if (!isUuid(personId)) throw notFound('request');
  return transact(async (trx) => {
    await lockPair(trx, accountId, personId);
    const found = await findPair(trx, accountId, personId);
    const isMine = found?.requester_id === personId;
    if (isMine && isAccepted && found.state === 'accepted') return 'accepted';
    if (!isMine || found.state !== 'requested') throw notFound('request');
    if (isAccepted) {
      const me = await findContactFacts(accountId, trx);
      await accept(trx, { accountId, personId, name: me?.name ?? '' });
      return 'accepted';
    }
    await trx('connection').where(found).update({ state: 'declined', answered_at: trx.fn.now() });
    await withdrawNotification(trx, { accountId, cause: `connection.requested:${personId}` });
    return 'declined';
  });
}

/** Ends a connection or withdraws a request. @throws ProductError not_found */
export async function removeConnection({ accountId, personId }: Pair): Promise<{ removed: true }> {
  if (!isUuid(personId)) throw notFound('connection');
  return transact(async (trx) => {
    const found = await findPair(trx, accountId, personId);
    // a declined sender must not ask again by withdrawing the request
    if (!found || found.state === 'declined') throw notFound('connection');
    await disconnect(trx, accountId, personId);
    return { removed: true };
  });
}

/** Blocks a user and ends their connection. Repeating it changes nothing. @throws ProductError not_found; validation.failed for oneself */
export async function blockPerson({ accountId, personId }: Pair): Promise<{ blocked: true }> {
  if (accountId === personId) throw new ProductError('validation.failed', 'You cannot choose yourself.');
  return transact(async (trx) => {
    if (!(await findContactFacts(personId, trx))) throw notFound('person');
    await lockPair(trx, accountId, personId);
    await trx('person_block').insert({ account_id: accountId, blocked_id: personId }).onConflict(['account_id', 'blocked_id']).ignore();
    await disconnect(trx, accountId, personId);
    return { blocked: true };
  });
}

/** Removes a block; without a block, nothing changes. */
export async function unblockPerson({ accountId, personId }: Pair): Promise<{ blocked: false }> {
  if (isUuid(personId)) await database()('person_block').where({ account_id: accountId, blocked_id: personId }).del();
  return { blocked: false };
}

async function accept(trx: Knex.Transaction, { accountId, personId, name }: Pair & { name: string }): Promise<void> {
  await trx('connection')
    .where({ requester_id: personId, addressee_id: accountId })
    .update({ state: 'accepted', answered_at: trx.fn.now() });
  await withdrawNotification(trx, { accountId, cause: `connection.requested:${personId}` });
  await addNotification(trx, {
    accountId: personId,
    kind: 'connection.accepted',
    cause: `connection.accepted:${accountId}`,
    subject: name,
  });
}

async function disconnect(trx: Knex.Transaction, one: string, other: string): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    await trx('connection').where({ requester_id: from, addressee_id: to }).del();
    await withdrawNotification(trx, { accountId: to, cause: `connection.requested:${from}` });
  }
}

interface PairRow {
  readonly requester_id: string;
  readonly addressee_id: string;
  readonly state: 'requested' | 'accepted' | 'declined';
}

const findPair = (trx: Knex.Transaction, one: string, other: string): Promise<PairRow | undefined> =>
  trx('connection')
    .whereIn(
      ['requester_id', 'addressee_id'],
      [
        [one, other],
        [other, one],
      ],
    )
    .first('requester_id', 'addressee_id', 'state');

/** Serialises concurrent actions of two users on each other. */
const lockPair = (trx: Knex.Transaction, one: string, other: string): Promise<void> =>
  lockName(trx, `pair:${[one, other].toSorted().join(':')}`);

/** Mutes a user without notifying them; repeating it changes nothing. @throws ProductError not_found; validation.failed for oneself */
export async function mutePerson({ accountId, personId }: Pair): Promise<{ muted: true }> {
  if (accountId === personId) throw new ProductError('validation.failed', 'You cannot choose yourself.');
  if (!(await findContactFacts(personId))) throw notFound('person');
  await database()('person_mute').insert({ account_id: accountId, muted_id: personId }).onConflict(['account_id', 'muted_id']).ignore();
  return { muted: true };
}

/** Removes a mute; without a mute, nothing changes. */
export async function unmutePerson({ accountId, personId }: Pair): Promise<{ muted: false }> {
  if (isUuid(personId)) await database()('person_mute').where({ account_id: accountId, muted_id: personId }).del();
  return { muted: false };
}
