import type { OnlineUser, TypingUser } from '#contract/chat/chat-message.ts';
import { ageAllows } from '#domain/identity/age/age-eligibility.queries.ts';
import { notBlocked } from '#domain/people/people.queries.ts';
import { shownName } from '#domain/identity/accounts/shown-name.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { findRoom } from './chat-room.queries.ts';
import { PRESENT_SECONDS } from './record-presence.command.ts';

/** Maximum number of names in a list; the total is returned with it. */
const MOST_LISTED = 100;

const NOT_IN_A_BLOCK = sql`not exists (select from person_block block where account.id in (block.account_id, block.blocked_id))`;

/** Status of a user across all processes. */
const STATUS = sql`case when bool_or(there.typing_until > now()) then 'typing' when bool_or(there.active) then 'active' else 'other' end as status`;
/** SQL condition: the user has a recent renewal. */
const IS_ONLINE = sql`there.seen_at > now() - make_interval(secs => ${PRESENT_SECONDS})`;

interface Row {
  readonly user_id: string;
  readonly name: string;
  readonly status: OnlineUser['status'];
  readonly last_seen: Date;
  readonly total?: number;
}

const toOnline = ({ user_id, name, status, last_seen }: Row): OnlineUser => ({ user_id, name, status, last_seen: last_seen.toISOString() });

/** SQL condition: others may see that the user is online. */
const IS_VISIBLE = ageAllows('community_visibility', sql`account`);

/** Lists online users whom others may see: the viewer first, then by name, without blocked users. Null for no viewer. */
export async function listOnline(accountId: string | null): Promise<{ online_users: OnlineUser[]; total_online: number }> {
  const found = await rowsOf<Row>(
    database(),
    sql`select account.id as user_id, ${shownName(sql`account`)} as name, ${STATUS}, max(there.seen_at) as last_seen,
               count(*) over ()::int as total
          from live_presence there join account on account.id = there.account_id
         where ${IS_ONLINE} and (account.id = ${accountId}::uuid or ${IS_VISIBLE})
           and ${accountId === null ? NOT_IN_A_BLOCK : notBlocked(sql`account.id`, accountId)}
         group by account.id order by account.id = ${accountId}::uuid desc nulls last, name, account.id limit ${MOST_LISTED}`,
  );
  return { online_users: found.map(toOnline), total_online: found[0]?.total ?? 0 };
}

/** Returns the status of these users; offline ones are missing. */
export async function presenceOf(accountIds: readonly string[]): Promise<OnlineUser[]> {
  const rows = await rowsOf<Row>(
    database(),
    sql`select account.id as user_id, ${shownName(sql`account`)} as name, ${STATUS}, max(there.seen_at) as last_seen
          from live_presence there join account on account.id = there.account_id
         where there.account_id = any(${accountIds}::uuid[]) and ${IS_ONLINE} group by account.id`,
  );
  return rows.map(toOnline);
}

/** Returns those of these users whose presence others may see, with their names. */
export const visibleNamesOf = (accountIds: readonly string[]): Promise<Map<string, string>> => namesOf(accountIds, IS_VISIBLE);

/** Returns the users' display names in the chat. */
export async function namesOf(accountIds: readonly string[], where = sql`true`): Promise<Map<string, string>> {
  const rows = await rowsOf<{ id: string; name: string }>(
    database(),
    sql`select account.id, ${shownName(sql`account`)} as name from account where account.id = any(${accountIds}::uuid[]) and ${where}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Lists the other users who are typing in a room. @throws ProductError not_found */
export async function listTyping({ accountId, roomId }: { accountId: string; roomId?: string | undefined }): Promise<TypingUser[]> {
  const room = await findRoom(accountId, roomId);
  return rowsOf(
    database(),
    sql`select account.id as user_id, ${shownName(sql`account`)} as user_name
          from live_presence there join account on account.id = there.account_id
         where there.typing_room = ${room.id} and there.typing_until > now() and account.id <> ${accountId}
           and ${notBlocked(sql`account.id`, accountId)}
         group by account.id order by user_name limit 10`,
  );
}
