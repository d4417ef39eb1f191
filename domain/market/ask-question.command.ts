import { refuseAbuse } from '#domain/moderation/refuse-abuse.command.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { actTime } from '#domain/platform/acts/act.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { sourceOf, type OwnLesson } from './lesson-questions.queries.ts';

/**
 * Asks the creator of a taken course about a lesson, and notifies them. Repeating the id changes nothing.
 * @throws ProductError not_found; market.no_creator for the caller's own course, or when the creator's account was deleted; chat.refused,
 * safety.suspended
 */
export async function askQuestion({ questionId, text, ...named }: OwnLesson & { questionId: string; text: string }): Promise<void> {
  await transact(async (trx) => {
    const source = await sourceOf(trx, named);
    if (!source) throw new ProductError('market.no_creator', 'No one can answer questions about this course.');
    await refuseAbuse(trx, { accountId: named.accountId, text });
    const added = await trx('lesson_question')
      .insert({
        id: questionId,
        creator_course_id: source.id,
        lesson_id: source.lessonId,
        account_id: named.accountId,
        text,
        created_at: actTime(),
      })
      .onConflict('id')
      .ignore()
      .returning('id');
    if (added.length === 0) return;
    await addNotification(trx, {
      accountId: source.creatorId,
      kind: 'market.question',
      cause: `market.question:${questionId}`,
      subject: source.title,
    });
  });
}

/**
 * Answers a question about a lesson of one of the creator's courses, or changes the answer; its author is notified once.
 * @throws ProductError not_found; chat.refused, safety.suspended
 */
export async function answerStudentQuestion({
  accountId,
  questionId,
  answer,
}: {
  accountId: string;
  questionId: string;
  answer: string;
}): Promise<void> {
  if (!isUuid(questionId)) throw notFound('question');
  await transact(async (trx) => {
    const question = await trx('lesson_question as q')
      .join('creator_course as c', 'c.id', 'q.creator_course_id')
      .leftJoin('enrolment as own', (on) => on.on('own.creator_course_id', 'c.id').andOn('own.account_id', 'q.account_id'))
      .where({ 'q.id': questionId, 'c.account_id': accountId })
      .first('q.account_id', 'c.title', 'own.course_id');
    if (!question) throw notFound('question');
    await refuseAbuse(trx, { accountId, text: answer });
    await trx('lesson_question').where({ id: questionId }).update({ answer, answered_at: trx.fn.now() });
    await addNotification(trx, {
      accountId: question.account_id,
      kind: 'market.answer',
      cause: `market.answer:${questionId}`,
      subject: question.title,
      ...(question.course_id && { courseId: question.course_id }),
    });
  });
}
