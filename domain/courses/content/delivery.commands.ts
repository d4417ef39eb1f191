import type { Knex } from 'knex';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import { coursesPorts } from '#domain/courses/courses.ports.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { courseIdOf } from './course-id.queries.ts';
import { getCourse } from './course.queries.ts';
import { findLiveLesson } from './live-lesson.queries.ts';

interface Owned {
  readonly accountId: string;
  readonly courseId: string;
}

/**
 * Opens a lesson for its reader. Of a bought course it counts against a refund, once.
 * @param given `lessonId` is an id, or `0_1` in the live version
 * @throws ProductError not_found; refund.under_way
 */
export async function openLesson(given: Owned & { lessonId: string }): Promise<Lesson> {
  const { lessonId } = await findLiveLesson(given);
  await deliverLessons({ ...given, lessonIds: [lessonId] });
  const { modules } = await getCourse(given);
  const lesson = modules.flatMap(({ lessons }) => lessons).find((one) => one.lesson_id === lessonId);
  if (!lesson) throw notFound('lesson');
  return lesson;
}

/**
 * Records that the reader of a course gets lessons: their texts, or what is made of them. Of a bought course they count against a refund. Call
 * it before anything of them leaves. Does nothing for other courses and unknown lessons.
 * @throws ProductError refund.under_way while the course is being refunded
 */
export async function deliverLessons(
  { accountId, courseId, lessonIds }: Owned & { readonly lessonIds: readonly string[] },
  store: Knex = database(),
): Promise<void> {
  await coursesPorts().recordDelivery(store, { accountId, courseId: courseIdOf(courseId), what: lessonIds.filter(isUuid) });
}

/**
 * Records that the reader of a course takes it away as a file: a bought course can then no longer be refunded.
 * @throws ProductError refund.under_way while the course is being refunded
 */
export async function deliverExport({ accountId, courseId }: Owned): Promise<void> {
  await coursesPorts().recordDelivery(database(), { accountId, courseId: courseIdOf(courseId), what: 'export' });
}
