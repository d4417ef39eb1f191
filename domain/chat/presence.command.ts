import { TYPING_MS } from '#contract/chat/chat.contract.ts';
import { database } from '#domain/platform/database.ts';
import { publish } from '#domain/platform/live/publisher.ts';
import { findRoom } from './chat-room.queries.ts';

/** Stands for clients that ask again and again instead of keeping a socket: no process knows when they go. */
const ASKING = '00000000-0000-0000-0000-000000000000';
/** Who has not been heard of for so long is gone; a process renews what it holds three times in that time. */
export const PRESENT_SECONDS = 45;

/** Somebody is there, in this process, or has hidden the tab (`active: false`). */
export async function arrive({ accountId, processId, active }: { accountId: string; processId: string; active: boolean }): Promise<void> {
  // whoever has a socket is known by it alone: what they asked before says nothing of when they go
  await database().raw(
    `with asked as (delete from live_presence where account_id = :accountId and process_id = :asking)
     insert into live_presence (account_id, process_id, active) values (:accountId, :processId, :active)
      on conflict (account_id, process_id) do update set active = excluded.active, seen_at = now()`,
    { accountId, processId, active, asking: ASKING },
  );
  await publish(null, { topic: 'chat.presence', ids: [accountId] });
}

/** Somebody's last socket in this process has closed. */
export async function depart({ accountId, processId }: { accountId: string; processId: string }): Promise<void> {
  await database()('live_presence').where({ account_id: accountId, process_id: processId }).del();
  await publish(null, { topic: 'chat.presence', ids: [accountId] });
}

/** Renews everybody a process holds, and forgets whom nobody has renewed: a killed process does not say goodbye. */
export async function renewPresence(processId: string): Promise<void> {
  await database().raw(`update live_presence set seen_at = now() where process_id = ?`, [processId]);
  await database().raw(
    `delete from live_presence where (account_id, process_id) in
       (select account_id, process_id from live_presence where seen_at < now() - make_interval(secs => ?) limit 5000 for update skip locked)`,
    [2 * PRESENT_SECONDS],
  );
}

/** Forgets everybody a process holds: it stops. */
export async function closePresence(processId: string): Promise<void> {
  await database()('live_presence').where({ process_id: processId }).del();
}

/** Somebody has asked; without a socket, that is how the others know of them. */
export async function seenAsking(accountId: string): Promise<void> {
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
 * Somebody types in a room, or does not any more. It ends by itself.
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
    // a little longer than clients wait, so that two reports in a row leave no gap
    { accountId, processId, room: room.id, isTyping, ms: TYPING_MS + 1_000 },
  );
  if (rowCount > 0) await publish(null, { topic: 'chat.typing', ids: [room.id, accountId, isTyping ? '1' : '0'] });
}
