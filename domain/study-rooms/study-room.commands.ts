import { uuidv7 } from 'uuidv7';
import type { Knex } from 'knex';
import { STUDY_ROOM_SEATS, STUDY_SEAT_SECONDS, type StudyRoom } from '#contract/study-rooms/study-rooms.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { openStudyChat } from '#domain/chat/chat-room.commands.ts';
import { mayByAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { submitText } from '#domain/moderation/submit-text.command.ts';
import { isBlockedByAny } from '#domain/people/people.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { forEachRow } from '#domain/platform/rows/for-each-row.ts';
import { publish } from '#domain/platform/live/publisher.ts';
import { expression, sql, rowsOf } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { StudySignal } from './study-room.model.ts';
import { getStudyRoom, IS_PRESENT } from './study-room.queries.ts';

interface Seat {
  readonly accountId: string;
  readonly roomId: string;
}

/**
 * Creates a room with its chat, and gives its creator the first seat. Repeating the key returns the existing room.
 * @throws ProductError study_room.ended when the room of this key has ended; chat.refused for its name; moderation errors
 */
export async function createStudyRoom(given: { accountId: string; clientKey: string; name: string }): Promise<StudyRoom> {
  const { accountId, clientKey, name } = given;
  const roomId = await transact(async (trx) => {
    const [made] = await trx('study_room')
      .insert({ id: uuidv7(), account_id: accountId, client_key: clientKey, name })
      .onConflict(['account_id', 'client_key'])
      .ignore()
      .returning('id');
    if (made) await moderateChatMessage(trx, { accountId, id: made.id, name });
    if (made) await openStudyChat(trx, made.id);
    return (made ?? (await trx('study_room').where({ account_id: accountId, client_key: clientKey }).first('id')))!.id as string;
  });
  return joinStudyRoom({ accountId, roomId });
}

/**
 * Moderates a room's name, which cannot be held, because a room needs a visible name.
 * @throws ProductError chat.refused; moderation errors
 */
async function moderateChatMessage(
  trx: Knex.Transaction,
  { accountId, id, name }: { accountId: string; id: string; name: string },
): Promise<void> {
  const state = await submitText(trx, { accountId, type: 'room', id, text: name, href: `/community/study-rooms?room=${id}` });
  if (state !== 'clear') throw new ProductError('chat.refused', 'Please choose another name.');
}

/**
 * Takes a seat, or renews it. Seats of a room are taken one at a time, so of five concurrent calls the fifth finds it full.
 * @throws ProductError not_found, also when there is a block between the account and its creator or a participant; study_room.full,
 * study_room.ended
 */
export async function joinStudyRoom({ accountId, roomId }: Seat): Promise<StudyRoom> {
  if (!isUuid(roomId)) throw notFound('study room');
  return transact(async (trx) => {
    const room = await trx('study_room').where({ id: roomId }).forUpdate().first('ended_at', 'account_id');
    if (!room) throw notFound('study room');
    if (room.ended_at) throw new ProductError('study_room.ended', 'This study room has ended.');
    const there: string[] = await trx('study_participant as there')
      .where('there.room_id', roomId)
      .where(expression(trx, IS_PRESENT))
      .pluck('there.account_id');
    const isNew = !there.includes(accountId);
    // existing participants are not affected by blocks
    const beside = isNew ? [...there, ...(room.account_id ? [room.account_id] : [])] : [];
    if (await isBlockedByAny(accountId, beside, trx)) throw notFound('study room');
    if (isNew && there.length >= STUDY_ROOM_SEATS) {
      throw new ProductError('study_room.full', toSentence('The room is full: {n} people are in the call.', { n: STUDY_ROOM_SEATS }));
    }
    await trx('study_participant')
      .insert({ room_id: roomId, account_id: accountId })
      .onConflict(['room_id', 'account_id'])
      .merge({ seen_at: trx.fn.now(), left_at: null, ...(isNew && { joined_at: trx.fn.now() }) });
    if (isNew) await publish(trx, { topic: 'study.room', ids: [roomId] });
    return getStudyRoom(roomId, trx);
  });
}

/**
 * Gives up the seat; an empty room ends. Repeating it changes nothing.
 * @throws ProductError not_found, also for a user who was never in it
 */
export async function leaveStudyRoom({ accountId, roomId }: Seat): Promise<StudyRoom> {
  if (!isUuid(roomId)) throw notFound('study room');
  return transact(async (trx) => {
    if (!(await trx('study_room').where({ id: roomId }).forUpdate().first('id'))) throw notFound('study room');
    // a user who was never in it must not learn who is
    if (!(await trx('study_participant').where({ room_id: roomId, account_id: accountId }).first('room_id'))) throw notFound('study room');
    const left = await trx('study_participant')
      .where({ room_id: roomId, account_id: accountId, left_at: null })
      .update({ left_at: trx.fn.now() });
    if (left > 0) {
      await endIfEmpty(trx, roomId);
      await publish(trx, { topic: 'study.room', ids: [roomId] });
    }
    return getStudyRoom(roomId, trx);
  });
}

async function endIfEmpty(trx: Knex.Transaction, roomId: string): Promise<void> {
  await trx('study_room')
    .where({ id: roomId, ended_at: null })
    .whereNotExists(trx('study_participant as there').where('there.room_id', roomId).where(expression(trx, IS_PRESENT)))
    .update({ ended_at: trx.fn.now() });
}

/** Selects the seats whose browsers are silent. */
const silentSeats = (store: Knex) =>
  store('study_participant')
    .whereNull('left_at')
    .where('seen_at', '<=', expression(store, sql`now() - make_interval(secs => ${STUDY_SEAT_SECONDS})`));

/** Frees the seats of silent browsers, ends rooms that become empty, and deletes old signals. Any process may call it at any time. */
export async function sweepStudyRooms(): Promise<void> {
  await database()('study_signal')
    .where('created_at', '<', expression(database(), sql`now() - interval '1 minute'`))
    .delete();
  await forEachRow('study rooms', await silentSeats(database()).distinct('room_id').limit(100), ({ room_id: roomId }) =>
    transact(async (trx) => {
      await trx('study_room').where({ id: roomId }).forUpdate().first('id');
      const freed = await silentSeats(trx).where({ room_id: roomId }).update({ left_at: trx.fn.now() });
      if (freed === 0) return;
      await endIfEmpty(trx, roomId);
      await publish(trx, { topic: 'study.room', ids: [roomId] });
    }),
  );
}

/**
 * Passes a WebRTC offer, answer or ICE candidate from one participant to another. It is dropped if either is not in the room, or of an age
 * that turns calls off.
 */
export async function sendSignal(given: { accountId: string; roomId: string; to: string; data: string }): Promise<void> {
  const { accountId, roomId, to, data } = given;
  await transact(async (trx) => {
    const [sent] = await rowsOf<Pick<StudySignal, 'id'>>(
      trx,
      sql`insert into study_signal (room_id, from_id, to_id, data)
          select ${roomId}::uuid, ${accountId}::uuid, ${to}::uuid, ${data}
           where (select count(*) from study_participant there where there.room_id = ${roomId} and there.account_id in (${accountId}, ${to})
                     and ${IS_PRESENT} and ${mayByAge('voice', sql`there.account_id`)}) = 2
          returning id`,
    );
    if (sent) await publish(trx, { topic: 'study.signal', ids: [String(sent.id)] });
  });
}
