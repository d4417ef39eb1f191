import type { Connection, PublicProfile } from '#contract/people/people.contract.ts';
import { isAdult, shownName } from '#domain/identity/accounts/shown-name.queries.ts';
import { isShown } from '#domain/moderation/public-text.queries.ts';
import { SAMPLE_STUDENTS_DOMAIN } from '#contract/platform/sample-data.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError, fieldProblem } from '#domain/platform/errors.ts';
import { preparedRowsOf, rowsOf, sql, type Sql, raw, empty } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { Knex } from 'knex';

/** Tells whether two users are connected: either requested it, and the other accepted. */
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

/** Tells whether a user has blocked one of these users, or is blocked by one. */
export async function isBlockedByAny(one: string, others: readonly string[], trx: Knex = database()): Promise<boolean> {
  const block = await trx('person_block')
    .where((blocking) => blocking.where({ account_id: one }).whereIn('blocked_id', others))
    .orWhere((blocked) => blocked.where({ blocked_id: one }).whereIn('account_id', others))
    .first('account_id');
  return block !== undefined;
}

/** Lists everybody who blocked a user or is blocked by them: they can neither see nor reach each other. */
export async function blockedWith(accountId: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    database(),
    sql`select blocked_id as id from person_block where account_id = ${accountId}
         union select account_id from person_block where blocked_id = ${accountId}`,
  );
  return rows.map(({ id }) => id);
}

/** Returns, for each of these users, everybody who blocked them or is blocked by them. */
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

/** Returns which of these users have muted an author. */
export async function findMuters(readerIds: readonly string[], authorId: string, trx: Knex = database()): Promise<Set<string>> {
  if (readerIds.length === 0) return new Set();
  return new Set<string>(await trx('person_mute').where({ muted_id: authorId }).whereIn('account_id', readerIds).pluck('account_id'));
}

/** SQL condition: the reader has not muted the user of this column. @param viewer the reader's id */
export const notMuted = (column: Sql, viewer: Sql | string): Sql =>
  sql`not exists (select from person_mute mute where mute.account_id = ${viewer}::uuid and mute.muted_id = ${column})`;

/**
 * SQL condition: there is no block between the reader and the user of this column.
 * @param column of the user, e.g. `post.author_id`
 * @param viewer the reader's id
 */
export const notBlocked = (column: Sql, viewer: Sql | string): Sql =>
  sql`not exists (select from person_block block where (block.account_id = ${viewer}::uuid and block.blocked_id = ${column})
                                                    or (block.account_id = ${column} and block.blocked_id = ${viewer}::uuid))`;

/** The facts about a user that decide whether others may reach them. */
export interface ContactFacts {
  readonly name: string;
  readonly isAdult: boolean;
}

/** Returns these facts about a user; null when the user does not exist or is being deleted. */
export async function findContactFacts(personId: string, trx: Knex = database()): Promise<ContactFacts | null> {
  if (!isUuid(personId)) return null;
  const [facts] = await rowsOf<ContactFacts>(
    trx,
    sql`select ${shownName(sql`account`)} as name, ${isAdult(sql`account`)} as "isAdult" from account
         where id = ${personId} and deleted_at is null and deletion_due_at is null`,
  );
  return facts ?? null;
}

const MOST = 500;

/** Lists a user's connections and open requests in both directions, newest first. Requests that the user declined are omitted. */
export async function listConnections(accountId: string): Promise<Connection[]> {
  const rows = await rowsOf<Omit<Connection, 'since'> & { since: Date }>(
    database(),
    sql`select other.id as user_id, ${shownName(sql`other`)} as name,
               case when ${isAdult(sql`other`)} and ${isShown('profile', sql`other.id`, accountId)} then other.bio else '' end as bio,
               case when state = 'accepted' then 'accepted' when requester_id = ${accountId} then 'requested' else 'asked' end as state,
               case when state = 'accepted' then answered_at else requested_at end as since
          from connection
          join account other on other.id = case when requester_id = ${accountId} then addressee_id else requester_id end
         where (requester_id = ${accountId} or (addressee_id = ${accountId} and state <> 'declined')) and other.deletion_due_at is null
         order by since desc, other.id limit ${MOST}`,
  );
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

interface Listed {
  readonly user_id: string;
  readonly name: string;
  readonly since: string;
}

/** Lists the users whom a user has blocked, newest first. */
export const listBlocks = (accountId: string): Promise<Listed[]> => listNamed('person_block', 'blocked_id', accountId);

/** Lists the users whom a user has muted, newest first. */
export const listMutes = (accountId: string): Promise<Listed[]> => listNamed('person_mute', 'muted_id', accountId);

async function listNamed(table: 'person_block' | 'person_mute', whom: 'blocked_id' | 'muted_id', accountId: string): Promise<Listed[]> {
  const rows = await rowsOf<Omit<Listed, 'since'> & { since: Date }>(
    database(),
    sql`select account.id as user_id, ${shownName(sql`account`)} as name, listed.created_at as since
          from ${raw(table)} listed join account on account.id = listed.${raw(whom)}
         where listed.account_id = ${accountId} order by listed.created_at desc, account.id limit ${MOST}`,
  );
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

/**
 * Lists public profiles, newest account first (G26): of adults with a known year of birth who share their profile, without (pending)
 * deletion, and without a block between them and the viewer. Returns no other data.
 * @param given `after` is the `next` of an earlier page
 * @throws ProductError validation.failed for an invalid `after`
 */
export async function listPublicProfiles(given: {
  viewerId: string;
  limit: number;
  after?: string | undefined;
  /** Only the profile of this user, if they share it. */
  person?: string | undefined;
}): Promise<{ profiles: PublicProfile[]; next: string | null }> {
  const { viewerId, limit, after, person } = given;
  if (person !== undefined && !isUuid(person)) return { profiles: [], next: null };
  const rows = await rowsOf<PublicProfile>(
    database(),
    sql`select account.id as user_id, trim(first_name || ' ' || last_name) as name, bio
          from user_settings shared join account on account.id = shared.account_id
         where data_sharing ${after === undefined ? empty : sql`and shared.account_id < ${readCursor(after)}`} ${person === undefined ? empty : sql`and shared.account_id = ${person}`}
           and ${isAdult(sql`account`)} and deleted_at is null and deletion_due_at is null and ${notBlocked(sql`shared.account_id`, viewerId)}
           and ${isShown('profile', sql`shared.account_id`, viewerId)}
         order by shared.account_id desc limit ${limit + 1}`,
  );
  const profiles = rows.slice(0, limit);
  const last = profiles.at(-1);
  return { profiles, next: rows.length > limit && last ? Buffer.from(last.user_id).toString('base64url') : null };
}

function readCursor(text: string): string {
  const id = Buffer.from(text, 'base64url').toString('utf8');
  if (isUuid(id)) return id;
  const problem = fieldProblem('after', 'Must be the `next` of an earlier page.');
  throw new ProductError('validation.failed', 'The place to continue from is not valid.', { data: { errors: [problem] } });
}

/** SQL condition: an account may be in the list of public profiles. @param account the table's name */
export const showsProfile = (
  account: Sql,
): Sql => sql`${isAdult(account)} and ${account}.deleted_at is null and ${account}.deletion_due_at is null
  and exists (select from user_settings shared where shared.account_id = ${account}.id and shared.data_sharing)`;

/** SQL condition: an account is a sample student's. @param account the table's name */
export const isSampleStudent = (account: Sql): Sql => sql`${account}.email like ${raw(`'%@${SAMPLE_STUDENTS_DOMAIN}'`)}`;
