import { expression, preparedRowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { announcing } from '#domain/platform/periodic/announce-job.command.ts';
import { handleDueRows, type FailedTry } from '#domain/platform/rows/handle-due-rows.ts';
import type { Busy } from '#domain/platform/rows/row-turns.ts';
import { addOptionalMail } from '#domain/settings/add-optional-mail.command.ts';

/** Longer than notifying one student takes: after a crash another worker takes over. */
const LEASE_S = 60;
const WITHIN_MS = 55_000;
/** Pauses of 10 s, 30 s, 90 s … at most an hour: the last try is some three hours after the first. */
const RETRIES = { most: 8, firstPauseS: 10, longestPauseS: 3_600 };
const AT_ONCE = 4;
/** Students per call, so that a stopping worker need not wait long. */
const MOST_IN_A_ROW = 2_000;

interface Receiver {
  readonly message_id: string;
  readonly account_id: string;
  readonly attempts: number;
}

/**
 * Notifies students of creators' messages: in the product, and by mail to those who want mails. Students who unsubscribe before their turn
 * are skipped. Each is notified once, by any number of workers at any time.
 * @returns number of students notified or skipped
 */
export const notifyStudents = (): Promise<number> =>
  handleDueRows({
    what: 'course message',
    announce: announcing('course-messages'),
    claim,
    turnOf: ({ account_id: account }) => ({ account }),
    handle: notifyStudent,
    storeFailure,
    identify: ({ message_id, account_id }) => ({ message_id, account_id }),
    retries: RETRIES,
    withinMs: WITHIN_MS,
    atOnce: AT_ONCE,
    most: MOST_IN_A_ROW,
  });

async function claim(busy: Busy): Promise<Receiver | undefined> {
  const [claimed] = await preparedRowsOf<Receiver>(
    database(),
    sql`update course_message_to receiver set attempts = receiver.attempts + 1, due_at = now() + ${LEASE_S} * interval '1 second'
       from (select message_id, account_id from course_message_to where told_at is null and given_up_at is null and due_at <= now()
                and account_id::text <> all(${busy.accounts}::text[])
              order by due_at, message_id, account_id limit 1 for update skip locked) due
      where receiver.message_id = due.message_id and receiver.account_id = due.account_id
     returning receiver.message_id, receiver.account_id, receiver.attempts`,
  );
  return claimed;
}

/** Selects the receiver only while the claim is valid. */
const held = (store: Knex, { message_id, account_id, attempts }: Receiver) =>
  store('course_message_to').where({ message_id, account_id, attempts, told_at: null, given_up_at: null });

const notifyStudent = (receiver: Receiver): Promise<void> =>
  transact(async (trx) => {
    const count = await held(trx, receiver).update({ told_at: trx.fn.now(), last_error: null });
    if (count === 0) return;
    const { message_id: messageId, account_id: accountId } = receiver;
    const message = await trx('course_message as m')
      .join('creator_course as c', 'c.id', 'm.creator_course_id')
      .join('enrolment as own', 'own.creator_course_id', 'c.id')
      .where({ 'm.id': messageId, 'own.account_id': accountId, 'own.receives_messages': true })
      .first('m.subject', 'm.text', 'c.title', 'c.id as course_id');
    if (!message) return;
    const { subject, text, title, course_id: courseId } = message;
    const cause = `market.message:${messageId}:${accountId}`;
    await addNotification(trx, { accountId, kind: 'market.message', cause, subject, courseId });
    await addOptionalMail(trx, {
      kind: 'course-message',
      cause,
      accountId,
      data: (first_name) => ({ first_name, title, about: subject, text, link: `/market/${courseId}`, course_id: courseId }),
    });
  });

const storeFailure = (receiver: Receiver, { reason, pauseS, attempts }: FailedTry) =>
  held(database(), receiver).update({
    last_error: reason,
    attempts,
    ...(pauseS === null
      ? { given_up_at: database().fn.now() }
      : { due_at: expression(database(), sql`now() + ${pauseS} * interval '1 second'`) }),
  });
