import type { Knex } from 'knex';
import { avatarColor } from '#contract/chat/chat-message.ts';
import { STUDY_ROOM_SEATS, STUDY_SEAT_SECONDS, type StudyRoom } from '#contract/study-rooms/study-rooms.contract.ts';
import { notBlocked } from '#domain/people/people.queries.ts';
import { shownName } from '#domain/identity/accounts/shown-name.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { StudyRoom as StoredRoom } from './study-room.model.ts';

const MOST_LISTED = 50;
/** SQL condition: a participant whose browser was heard from recently. */
export const IS_PRESENT = sql`there.left_at is null and there.seen_at > now() - make_interval(secs => ${STUDY_SEAT_SECONDS})`;

type RoomRow = Pick<StoredRoom, 'id' | 'name' | 'created_at' | 'ended_at'> & {
  readonly chat_id: string;
  readonly participants: { user_id: string; name: string; joined_at: string }[] | null;
};

const SELECT = sql`select room.id, room.name, room.created_at, room.ended_at, chat.id as chat_id,
  (select json_agg(json_build_object('user_id', account.id, 'name', ${shownName(sql`account`)}, 'joined_at', there.joined_at)
                   order by there.joined_at, account.id)
     from study_participant there join account on account.id = there.account_id where there.room_id = room.id and ${IS_PRESENT}) as participants
  from study_room room join chat_room chat on chat.study_id = room.id`;

const toRoom = (row: RoomRow): StudyRoom => ({
  room_id: row.id,
  name: row.name,
  state: row.ended_at ? 'ended' : 'active',
  created_at: row.created_at.toISOString(),
  chat_room_id: row.chat_id,
  seats: STUDY_ROOM_SEATS,
  participants: (row.participants ?? []).map((one) => ({
    ...one,
    joined_at: new Date(one.joined_at).toISOString(),
    avatar_color: avatarColor(one.user_id),
  })),
});

/** Returns the current state of one room. @throws ProductError not_found */
export async function getStudyRoom(roomId: string, trx: Knex = database()): Promise<StudyRoom> {
  if (!isUuid(roomId)) throw notFound('study room');
  const [room] = await rowsOf<RoomRow>(trx, sql`${SELECT} where room.id = ${roomId}`);
  if (!room) throw notFound('study room');
  return toRoom(room);
}

/** SQL condition: there is no block between the reader and the room's creator or a participant; participants always see their room. */
const isOpenTo = (reader: string): Sql => sql`(exists (select from study_participant there
    where there.room_id = room.id and there.account_id = ${reader}::uuid and ${IS_PRESENT})
  or ((room.account_id is null or ${notBlocked(sql`room.account_id`, reader)})
      and not exists (select from study_participant there where there.room_id = room.id and ${IS_PRESENT}
                         and not ${notBlocked(sql`there.account_id`, reader)})))`;

/** Returns one room, for a user who may join it. @throws ProductError not_found */
export async function findStudyRoom(accountId: string, roomId: string): Promise<StudyRoom> {
  if (!isUuid(roomId)) throw notFound('study room');
  const [room] = await rowsOf<RoomRow>(database(), sql`${SELECT} where room.id = ${roomId} and ${isOpenTo(accountId)}`);
  if (!room) throw notFound('study room');
  return toRoom(room);
}

/** Lists rooms with participants, newest first, without those of blocked users. */
export async function listStudyRooms(accountId: string): Promise<StudyRoom[]> {
  const rows = await rowsOf<RoomRow>(
    database(),
    sql`${SELECT} where room.ended_at is null and exists (select from study_participant there where there.room_id = room.id and ${IS_PRESENT})
           and ${isOpenTo(accountId)}
         order by room.created_at desc, room.id limit ${MOST_LISTED}`,
  );
  return rows.map(toRoom);
}
