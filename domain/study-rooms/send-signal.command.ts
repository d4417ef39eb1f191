import { mayByAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { publish } from '#domain/platform/live/publisher.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { StudySignal } from './study-room.model.ts';
import { IS_PRESENT } from './study-room.queries.ts';

/**
 * Passes a WebRTC offer, answer or ICE candidate from one participant to another. It is dropped if either is not in the room, or of an age at which
 * calls are off.
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
