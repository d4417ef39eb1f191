import { TYPING_MS } from '#contract/chat/chat.contract.ts';
import { database } from '#domain/platform/database.ts';
import { publish } from '#domain/platform/live/publisher.ts';
import { findRoom } from './chat-room.queries.ts';

/** Process id for clients that poll instead of using a socket: no process knows when they leave. */
const ASKING = '00000000-0000-0000-0000-000000000000';
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
  // a socket replaces the polling entry, which could not tell when the user leaves
  await database().raw(
    `with asked as (delete from live_presence where account_id = :accountId and process_id = :asking)
     insert into live_presence (account_id, process_id, active) values (:accountId, :processId, :active)
      on conflict (account_id, process_id) do update set active = excluded.active, seen_at = now()`,
    { accountId, processId, active, asking: ASKING },
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
  await database().raw(`update live_presence set seen_at = now() where process_id = ?`, [processId]);
  await database().raw(
    `delete from live_presence where (account_id, process_id) in
       (select account_id, process_id from live_presence where seen_at < now() - make_interval(secs => ?) limit 5000 for update skip locked)`,
    [2 * PRESENT_SECONDS],
  );
}

/** Removes every user of a process that stops. */
export async function closePresence(processId: string): Promise<void> {
  await database()('live_presence').where({ process_id: processId }).del();
}

/** Records that a user has polled; without a socket, this is how others see them online. */
export async function recordPolling(accountId: string): Promise<void> {
  const { rows } = await database().raw(
    `insert into live_presence as there (account_id, process_id)
     select :accountId, :processId where not exists (select from live_presence by_socket where by_socket.account_id = :accountId
        and by_socket.process_id <> :processId and by_socket.seen_at > now() - make_interval(secs => :seconds))
      on conflict (account_id, process_id) do update set seen_at = now() where there.seen_at < now() - interval '5 seconds'
      returning (xmax = 0) as arrived`,
    { accountId, processId: ASKING, seconds: PRESENT_SECONDS },
  );
  if (rows[0]?.arrived) await publish(null, { topic: 'chat.presence', ids: [accountId] });
}

/**
 * Records that a user is typing in a room, or has stopped. It expires by itself.
 * @throws ProductError not_found
 */
export async function reportTyping(given: {
  accountId: string;
  roomId?: string | undefined;
  isTyping: boolean;
  processId?: string;
}): Promise<void> {
  const { accountId, isTyping, processId = ASKING } = given;
  const room = await findRoom(accountId, given.roomId);
  const { rowCount } = await database().raw(
    `insert into live_presence as there (account_id, process_id, typing_room, typing_until)
     values (:accountId, :processId, :room, case when :isTyping then now() + :ms * interval '1 millisecond' end)
      on conflict (account_id, process_id) do update set seen_at = now(), typing_room = :room,
        typing_until = excluded.typing_until
      where :isTyping or there.typing_room = :room`,
    // a little longer than the clients' interval, so that consecutive reports leave no gap
    { accountId, processId, room: room.id, isTyping, ms: TYPING_MS + 1_000 },
  );
  if (rowCount > 0) await publish(null, { topic: 'chat.typing', ids: [room.id, accountId, isTyping ? '1' : '0'] });
}
