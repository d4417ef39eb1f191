import { COMMUNITY_ROOM_ID, type ChatRoom } from '#contract/chat/chat.contract.ts';
import { isShown } from '#domain/moderation/public-text.queries.ts';
import { notBlocked, notMuted } from '#domain/people/people.queries.ts';
import { shownName } from '#domain/identity/accounts/shown-name.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { messagesByIds } from './chat-message.queries.ts';

interface RoomRow {
  readonly room_id: string;
  readonly kind: ChatRoom['kind'];
  readonly name: string;
  readonly person_id: string | null;
  readonly group_id: string | null;
  readonly unread: number;
  readonly last_id: string | null;
}

/** Upper bound of the count: higher numbers are not displayed. */
const MOST_UNREAD = 1_000;

/**
 * Lists the rooms an account may write in, by latest message: the community's, those with connected users, and those of study groups.
 * `unread` counts others' messages since the room was last read; in the community's room, since the account first opened it.
 * @param only one room
 */
export async function listRooms(accountId: string, only: string | null = null): Promise<ChatRoom[]> {
  const found = await rowsOf<RoomRow>(
    database(),
    sql`with mine as (
       select id, kind, '' as name, null::uuid as person_id, null::uuid as group_id from chat_room where id = ${COMMUNITY_ROOM_ID}
       union all
       select room.id, room.kind, ${shownName(sql`other`)}, other.id, null::uuid
         from chat_room room
         join account other on other.id = case when room.first_id = ${accountId} then room.second_id else room.first_id end
        where ${accountId} in (room.first_id, room.second_id) and other.deletion_due_at is null and ${notBlocked(sql`other.id`, accountId)}
          and exists (select from connection where state = 'accepted'
                         and least(requester_id, addressee_id) = room.first_id and greatest(requester_id, addressee_id) = room.second_id)
       union all
       select room.id, room.kind, grp.name, null::uuid, grp.id
         from chat_room room
         join study_group_member member on member.group_id = room.group_id and member.account_id = ${accountId} and member.standing <> 'requested'
         join study_group grp on grp.id = room.group_id
        where ${isShown('group', sql`grp.id`, accountId)} and (grp.creator_id is null or ${notBlocked(sql`grp.creator_id`, accountId)})
     )
     select mine.id as room_id, mine.kind, mine.name, mine.person_id, mine.group_id, last.id as last_id,
            (select count(*)::int from (
               select from chat_message message
                where message.room_id = mine.id and message.place > coalesce(read.place, case when mine.id = ${COMMUNITY_ROOM_ID} then last.place else 0 end)
                  and message.account_id <> ${accountId} and message.deleted_at is null
                  and ${notBlocked(sql`message.account_id`, accountId)} and ${notMuted(sql`message.account_id`, accountId)}
                  and ${isShown('message', sql`message.id`, accountId)}
                limit ${MOST_UNREAD}) newer) as unread
       from mine
       left join chat_read read on read.room_id = mine.id and read.account_id = ${accountId}
       left join lateral (select id, place, created_at from chat_message message
                           where message.room_id = mine.id and ${notBlocked(sql`message.account_id`, accountId)}
                             and ${isShown('message', sql`message.id`, accountId)}
                           order by place desc limit 1) last on true
      where ${only === null ? sql`true` : sql`mine.id = ${only}`}
      order by mine.id = ${COMMUNITY_ROOM_ID} desc, last.created_at desc nulls last, mine.name`,
  );
  const messages = await messagesByIds(found.flatMap(({ last_id: id }) => id ?? []));
  return found.map(({ last_id: lastId, ...room }) => ({
    ...room,
    last_message: messages.find(({ message_id: id }) => id === lastId) ?? null,
  }));
}
