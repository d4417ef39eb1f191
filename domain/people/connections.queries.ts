import type { Connection } from '#contract/people/people.contract.ts';
import { isShown } from '#domain/moderation/public-text.queries.ts';
import { database } from '#domain/platform/database.ts';
import { raw, rowsOf, sql } from '#domain/platform/sql.ts';
import { isAdult, shownName } from './people.queries.ts';

const MOST = 500;

/** Lists a user's connections and open requests in both directions, newest first. Requests they declined are omitted. */
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

/** Lists the users someone has blocked, newest first. */
export const listBlocks = (accountId: string): Promise<Listed[]> => listNamed('person_block', 'blocked_id', accountId);

/** Lists the users someone has muted, newest first. */
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
