import { MESSAGES_A_DAY } from '#contract/market/students.contract.ts';
import { refuseAbuse } from '#domain/moderation/refuse-abuse.command.ts';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { addWantedMail } from '#domain/settings/add-wanted-mail.command.ts';
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
 * Writes to the students of a course who receive messages: in the product, and by mail to those who want mails. The same id again changes
 * nothing.
 * @returns how many it went to
 * @throws ProductError not_found; market.message_limit; market.nobody_receives; chat.refused, safety.suspended
 */
export async function messageStudents({ accountId, courseId, messageId, subject, text, studentIds }: Message): Promise<number> {
  const creatorCourseId = creatorCourseIdOf(courseId);
  return transact(async (trx) => {
    // one at a time for a creator, so that the limit of a day holds
    await trx('account').where({ id: accountId }).forUpdate().first('id');
    const course = await trx('creator_course').where({ id: creatorCourseId, account_id: accountId }).first('title');
    if (!course) throw notFound('course');
    const earlier = await trx('course_message').where({ id: messageId }).first('account_id', 'recipients');
    if (earlier && earlier.account_id !== accountId) throw notFound('message');
    if (earlier) return earlier.recipients;
    await refuseAbuse(trx, { accountId, text: `${subject}\n\n${text}` });
    const today = await trx('course_message').where({ account_id: accountId }).whereRaw(`sent_at > now() - interval '1 day'`).pluck('id');
    if (today.length >= MESSAGES_A_DAY)
      throw new ProductError('market.message_limit', 'You have sent as many messages as a day allows. Write again tomorrow.');
    const receivers: { account_id: string; title: string }[] = await trx('enrolment')
      .where({ creator_course_id: creatorCourseId, receives_messages: true, refunded_at: null })
      .whereNotNull('course_id')
      .modify((query) => studentIds && query.whereIn('student_id', studentIds.filter(isUuid)))
      .select('account_id');
    if (receivers.length === 0) throw new ProductError('market.nobody_receives', 'None of them receives messages of this course.');
    const recipients = receivers.length;
    await trx('course_message').insert({
      id: messageId,
      creator_course_id: creatorCourseId,
      account_id: accountId,
      subject,
      text,
      recipients,
    });
    await trx.batchInsert(
      'course_message_to',
      receivers.map(({ account_id }) => ({ message_id: messageId, account_id })),
      500,
    );
    for (const { account_id: to } of receivers) {
      const cause = `market.message:${messageId}:${to}`;
      await addNotification(trx, { accountId: to, kind: 'market.message', cause, subject, courseId: creatorCourseId });
      await addWantedMail(trx, {
        kind: 'course-message',
        cause,
        accountId: to,
        data: (first_name) => ({
          first_name,
          title: course.title,
          about: subject,
          text,
          link: `/market/${creatorCourseId}`,
          course_id: creatorCourseId,
        }),
      });
    }
    return recipients;
  });
}
