import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { getCourseContact as endpoint } from '#contract/market/students.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';

interface Named {
  readonly accountId: string;
  /** Id in the market. */
  readonly courseId: string;
}

/** Returns what a user shows to the creator of a course, and the newest messages. @throws ProductError not_found without a copy */
export async function getCourseContact({ accountId, courseId }: Named): Promise<AnswerOf<typeof endpoint>> {
  const creator_course_id = creatorCourseIdOf(courseId);
  const own = await database()('enrolment')
    .where({ account_id: accountId, creator_course_id, refunded_at: null })
    .whereNotNull('course_id')
    .first('shares_progress', 'receives_messages');
  if (!own) throw notFound('course');
  const messages = await database()('course_message as m')
    .join('course_message_to as receiver', 'receiver.message_id', 'm.id')
    .where({ 'receiver.account_id': accountId, 'm.creator_course_id': creator_course_id })
    .orderBy([
      { column: 'm.sent_at', order: 'desc' },
      { column: 'm.id', order: 'desc' },
    ])
    .limit(20)
    .select('m.id', 'm.subject', 'm.text', 'm.sent_at');
  return {
    ...own,
    messages: messages.map(({ id, subject, text, sent_at }) => ({ message_id: id, subject, text, sent_at: sent_at.toISOString() })),
  };
}
