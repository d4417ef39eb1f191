import { MESSAGES_A_DAY } from '#contract/market/students.contract.ts';
import { refuseAbuse } from '#domain/moderation/refuse-abuse.command.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';

interface Message {
  readonly accountId: string;
  /** Of the market. */
  readonly courseId: string;
  /** Made by the client. */
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  /** All who receive messages when absent. */
  readonly studentIds?: readonly string[] | undefined;
}

/**
 * Writes to the students of a course who receive messages. It stands with them at once; workers tell them (`tellMessages`), so that thousands
 * of them keep nobody waiting. The same id again changes nothing.
 * @returns how many it went to
 * @throws ProductError not_found; market.message_limit; market.nobody_receives; chat.refused, safety.suspended
 */
export async function messageStudents({ accountId, courseId, messageId, subject, text, studentIds }: Message): Promise<number> {
  const creatorCourseId = creatorCourseIdOf(courseId);
  return transact(async (trx) => {
    // one at a time for a creator, so that the limit of a day holds
    await trx('account').where({ id: accountId }).forUpdate().first('id');
    const course = await trx('creator_course').where({ id: creatorCourseId, account_id: accountId }).first('id');
    if (!course) throw notFound('course');
    const earlier = await trx('course_message').where({ id: messageId }).first('account_id', 'recipients');
    if (earlier && earlier.account_id !== accountId) throw notFound('message');
    if (earlier) return earlier.recipients;
    await refuseAbuse(trx, { accountId, text: `${subject}\n\n${text}` });
    const today = await trx('course_message').where({ account_id: accountId }).whereRaw(`sent_at > now() - interval '1 day'`).pluck('id');
    if (today.length >= MESSAGES_A_DAY)
      throw new ProductError('market.message_limit', 'You have sent as many messages as a day allows. Write again tomorrow.');
    const { rows } = await trx.raw(
      `with message as (
         insert into course_message (id, creator_course_id, account_id, subject, text, recipients)
         values (:messageId, :creatorCourseId, :accountId, :subject, :text, 0) returning id),
       receiver as (
         insert into course_message_to (message_id, account_id)
         select message.id, own.account_id from message, enrolment own
          where own.creator_course_id = :creatorCourseId and own.receives_messages and own.refunded_at is null and own.course_id is not null
            and (:all or own.student_id = any(:some::uuid[])) returning 1)
       select count(*)::int as recipients from receiver`,
      { messageId, creatorCourseId, accountId, subject, text, all: studentIds === undefined, some: (studentIds ?? []).filter(isUuid) },
    );
    const { recipients } = rows[0];
    if (recipients === 0) throw new ProductError('market.nobody_receives', 'None of them receives messages of this course.');
    await trx('course_message').where({ id: messageId }).update({ recipients });
    return recipients;
  });
}
