import { database } from '#domain/platform/database.ts';
import { preparedRowsOf, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { Knex } from 'knex';

/** Tells whether two users are connected: requested by either, accepted by the other. */
export async function areConnected(one: string, other: string, trx: Knex = database()): Promise<boolean> {
  const accepted = await rowsOf(
    trx,
    sql`select from connection where least(requester_id, addressee_id) = least(${one}::uuid, ${other}::uuid)
           and greatest(requester_id, addressee_id) = greatest(${one}::uuid, ${other}::uuid) and state = 'accepted'`,
  );
  return accepted.length > 0;
}

/** Tells whether one of two users has blocked the other. */
export async function isBlockedBetween(one: string, other: string, trx: Knex = database()): Promise<boolean> {
  const block = await trx('person_block')
    .whereIn(
      ['account_id', 'blocked_id'],
      [
        [one, other],
        [other, one],
      ],
    )
    .first('account_id');
  return block !== undefined;
}

/** Tells whether a user has blocked one of some users, or is blocked by one. */
export async function isBlockedByAny(one: string, others: readonly string[], trx: Knex = database()): Promise<boolean> {
  const block = await trx('person_block')
    .where((blocking) => blocking.where({ account_id: one }).whereIn('blocked_id', others))
    .orWhere((blocked) => blocked.where({ blocked_id: one }).whereIn('account_id', others))
    .first('account_id');
  return block !== undefined;
}

/** Lists everyone who blocked a user or is blocked by them: they can neither see nor reach each other. */
export async function blockedWith(accountId: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    database(),
    sql`select blocked_id as id from person_block where account_id = ${accountId}
         union select account_id from person_block where blocked_id = ${accountId}`,
  );
  return rows.map(({ id }) => id);
}

/** Returns, for each of some users, everyone who blocked them or is blocked by them. */
export async function blockedWithEach(accountIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const blocked = new Map(accountIds.map((id) => [id, new Set<string>()]));
  const pairs = await preparedRowsOf<{ one: string; other: string }>(
    database(),
    sql`select account_id as one, blocked_id as other from person_block where account_id = any(${accountIds}::uuid[])
         union select blocked_id, account_id from person_block where blocked_id = any(${accountIds}::uuid[])`,
  );
  for (const { one, other } of pairs) blocked.get(one)?.add(other);
  return blocked;
}

/** Returns which of some users have muted an author. */
export async function findMuters(readerIds: readonly string[], authorId: string, trx: Knex = database()): Promise<Set<string>> {
  if (readerIds.length === 0) return new Set();
  return new Set<string>(await trx('person_mute').where({ muted_id: authorId }).whereIn('account_id', readerIds).pluck('account_id'));
}

/** Condition of a list or a count: the reader has not muted the user of this column. @param viewer the reader's id */
export const notMuted = (column: Sql, viewer: Sql | string): Sql =>
  sql`not exists (select from person_mute mute where mute.account_id = ${viewer}::uuid and mute.muted_id = ${column})`;

/**
 * Condition of a list: there is no block between the reader and the user of this column.
 * @param column of the user, e.g. `post.author_id`
 * @param viewer the reader's id
 */
export const notBlocked = (column: Sql, viewer: Sql | string): Sql =>
  sql`not exists (select from person_block block where (block.account_id = ${viewer}::uuid and block.blocked_id = ${column})
                                                    or (block.account_id = ${column} and block.blocked_id = ${viewer}::uuid))`;

/** Condition: this account is certainly an adult (A17): not without a year of birth, nor when the 18th birthday may still come this year. */
export const isAdult = (account: Sql): Sql =>
  sql`coalesce(${account}.birth_year < date_part('year', now() at time zone 'UTC') - 18, false)`;

/**
 * Expression for an author's public name: an adult's full name, the first name of a known or possible minor (A17), and 'Former member'
 * without an account.
 * @param account alias of the account's row, which may be missing
 */
export const shownName = (account: Sql): Sql =>
  sql`case when ${account}.id is null or ${account}.deleted_at is not null then 'Former member'
           when ${isAdult(account)} then trim(${account}.first_name || ' ' || ${account}.last_name)
           else ${account}.first_name end`;

/** What must be known of a user before others may reach them. */
export interface ContactFacts {
  readonly name: string;
  readonly isAdult: boolean;
}

/** Returns a user's standing; null for one who does not exist or is being deleted. */
export async function findContactFacts(personId: string, trx: Knex = database()): Promise<ContactFacts | null> {
  if (!isUuid(personId)) return null;
  const [facts] = await rowsOf<ContactFacts>(
    trx,
    sql`select ${shownName(sql`account`)} as name, ${isAdult(sql`account`)} as "isAdult" from account
         where id = ${personId} and deleted_at is null and deletion_due_at is null`,
  );
  return facts ?? null;
}
