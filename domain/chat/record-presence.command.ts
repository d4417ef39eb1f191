import { TYPING_MS } from '#contract/chat/chat.contract.ts';
import { database } from '#domain/platform/database.ts';
import { publish } from '#domain/platform/live/publisher.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { findRoom } from './chat-room.queries.ts';

/** Process id for clients that poll instead of using a socket: no process knows when they leave. */
const POLLING = '00000000-0000-0000-0000-000000000000';
/** A user without a renewal for this long is offline; processes renew three times within it. */
export const PRESENT_SECONDS = 45;

/** Records that a user is online in this process, or has hidden the tab (`active: false`). */
export async function recordPresence({
  accountId,
  processId,
  active,
}: {
  accountId: string;
  processId: string;
  active: boolean;
}): Promise<void> {
  // a socket replaces the polling entry, which cannot tell when the user leaves
  await rowsOf(
    database(),
    sql`with polling as (delete from live_presence where account_id = ${accountId} and process_id = ${POLLING})
        insert into live_presence (account_id, process_id, active) values (${accountId}, ${processId}, ${active})
          on conflict (account_id, process_id) do update set active = excluded.active, seen_at = now()`,
  );
  await publish(null, { topic: 'chat.presence', ids: [accountId] });
}

/** Records that a user's last socket in this process has closed. */
export async function removePresence({ accountId, processId }: { accountId: string; processId: string }): Promise<void> {
  await database()('live_presence').where({ account_id: accountId, process_id: processId }).del();
  await publish(null, { topic: 'chat.presence', ids: [accountId] });
}

/** Renews every user of a process, and removes users without a renewal, because a killed process cannot sign off. */
export async function renewPresence(processId: string): Promise<void> {
  await database()('live_presence').where({ process_id: processId }).update({ seen_at: database().fn.now() });
  await rowsOf(
    database(),
    sql`delete from live_presence where (account_id, process_id) in
          (select account_id, process_id from live_presence where seen_at < now() - make_interval(secs => ${2 * PRESENT_SECONDS})
            limit 5000 for update skip locked)`,
  );
}

/** Removes every user of a process that stops. */
export async function closePresence(processId: string): Promise<void> {
  await database()('live_presence').where({ process_id: processId }).del();
}

/** Records that a user has polled; without a socket, this makes them appear online. */
export async function recordPolling(accountId: string): Promise<void> {
  const [renewed] = await rowsOf<{ is_new: boolean }>(
    database(),
    sql`insert into live_presence as there (account_id, process_id)
        select ${accountId}::uuid, ${POLLING}::uuid
         where not exists (select from live_presence by_socket where by_socket.account_id = ${accountId}
                              and by_socket.process_id <> ${POLLING} and by_socket.seen_at > now() - make_interval(secs => ${PRESENT_SECONDS}))
        on conflict (account_id, process_id) do update set seen_at = now() where there.seen_at < now() - interval '5 seconds'
        returning (xmax = 0) as is_new`,
  );
  if (renewed?.is_new) await publish(null, { topic: 'chat.presence', ids: [accountId] });
}

/**
 * Records that a user is typing in a room, or has stopped. Expires by itself.
 * @throws ProductError not_found
 */
export async function reportTyping(given: {
  accountId: string;
  roomId?: string | undefined;
  isTyping: boolean;
  processId?: string;
}): Promise<void> {
  const { accountId, isTyping, processId = POLLING } = given;
  const room = await findRoom(accountId, given.roomId);
  // slightly longer than the clients' interval, so that consecutive reports leave no gap
  const until = isTyping ? sql`now() + ${TYPING_MS + 1_000} * interval '1 ms'` : null;
  const changed = await rowsOf(
    database(),
    sql`insert into live_presence as there (account_id, process_id, typing_room, typing_until)
          values (${accountId}, ${processId}, ${room.id}, ${until})
        on conflict (account_id, process_id) do update
           set seen_at = now(), typing_room = excluded.typing_room, typing_until = excluded.typing_until
         where excluded.typing_until is not null or there.typing_room = excluded.typing_room
        returning there.account_id`,
  );
  if (changed.length > 0) await publish(null, { topic: 'chat.typing', ids: [room.id, accountId, isTyping ? '1' : '0'] });
}
