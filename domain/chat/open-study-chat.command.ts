import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';

/** Opens the chat of a new study room, in the transaction that creates the room. */
export async function openStudyChat(trx: Knex.Transaction, studyRoomId: string): Promise<void> {
  await trx('chat_room').insert({ id: uuidv7(), kind: 'study', study_id: studyRoomId });
}
