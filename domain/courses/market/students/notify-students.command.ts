import type { Knex } from 'knex';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { transact } from '#domain/platform/database.ts';
import { addOptionalMail } from '#domain/settings/add-optional-mail.command.ts';

/** Recipients per transaction; the next run continues after a number of transactions. */
const BATCH_SIZE = 100;
const AT_MOST = 100;

/**
 * Notifies students of creators' messages: in the product, and by mail to those who want mails. Students who unsubscribe before their turn
 * are skipped. Each is notified once, by any number of workers at any time.
 * @returns number of students notified
 */
export async function notifyStudents(): Promise<number> {
  let count = 0;
  for (let batch = 0; batch < AT_MOST; batch += 1) {
    const receivers = await transact(notifyBatch);
    count += receivers;
    if (receivers < BATCH_SIZE) break;
  }
  return count;
}

interface Receiver {
  readonly message_id: string;
  readonly account_id: string;
  readonly creator_course_id: string;
  readonly subject: string;
  readonly text: string;
  readonly title: string;
  readonly is_wanted: boolean;
}

async function notifyBatch(trx: Knex.Transaction): Promise<number> {
  const { rows } = await trx.raw(
    `with next as (
       select message_id, account_id from course_message_to where told_at is null order by message_id, account_id limit ${BATCH_SIZE}
          for update skip locked),
     marked as (
       update course_message_to t set told_at = now() from next where t.message_id = next.message_id and t.account_id = next.account_id)
     select next.*, m.creator_course_id, m.subject, m.text, c.title,
            exists (select from enrolment own where own.account_id = next.account_id and own.creator_course_id = m.creator_course_id
                       and own.receives_messages) as is_wanted
       from next join course_message m on m.id = next.message_id join creator_course c on c.id = m.creator_course_id`,
  );
  const receivers = rows as Receiver[];
  for (const receiver of receivers) if (receiver.is_wanted) await notify(trx, receiver);
  return receivers.length;
}

async function notify(trx: Knex.Transaction, { message_id, account_id: accountId, ...message }: Receiver): Promise<void> {
  const { creator_course_id: courseId, subject, text, title } = message;
  const cause = `market.message:${message_id}:${accountId}`;
  await addNotification(trx, { accountId, kind: 'market.message', cause, subject, courseId });
  await addOptionalMail(trx, {
    kind: 'course-message',
    cause,
    accountId,
    data: (first_name) => ({ first_name, title, about: subject, text, link: `/market/${courseId}`, course_id: courseId }),
  });
}
