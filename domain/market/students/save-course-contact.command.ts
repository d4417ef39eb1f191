import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { saveCourseContact as endpoint } from '#contract/market/students.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';

/**
 * Chooses what the creator of a course sees about one of its students, and whether messages come. @throws ProductError not_found without a
 * copy
 */
export async function saveCourseContact({
  accountId,
  courseId,
  changes,
}: {
  accountId: string;
  courseId: string;
  changes: BodyOf<typeof endpoint>;
}): Promise<void> {
  const chosen = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const found = await database()('enrolment')
    .where({ account_id: accountId, creator_course_id: creatorCourseIdOf(courseId), refunded_at: null })
    .whereNotNull('course_id')
    // an empty choice changes nothing
    .update({ ...chosen, version: database().ref('version') });
  if (found === 0) throw notFound('course');
}
