import type { Knex } from 'knex';
import { lessonPrint } from '#contract/courses/lesson-print.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { lessonsOf, type LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { placeLesson, type LessonOrder } from '#domain/courses/content/place-lesson.ts';
import { lockCourse, writeVersion } from './write-version.command.ts';

interface Replacement {
  readonly accountId: string;
  readonly courseId: string;
  /** The run that wrote the lessons. */
  readonly runId: string;
  readonly lessons: readonly LessonContent[];
  /** Tells where a lesson belongs that the course does not have. */
  readonly order: LessonOrder;
  /** `completed` only adds missing lessons: existing ones do not change. */
  readonly kind: 'regenerated' | 'completed';
  /** Prints of the live lessons they were compared with, by id, none for a missing one; absent: no check. */
  readonly basePrints?: Readonly<Record<string, string>> | undefined;
  /** The operators' batch that makes it. */
  readonly operatorReason?: string | undefined;
}

/**
 * Makes lessons of a run live in a new version, in the caller's transaction. Every other lesson stays byte for byte; without a change there
 * is no new version.
 * @returns number of the live version
 * @throws ProductError not_found; course.version_conflict when a lesson has changed since it was compared
 */
export async function replaceLessons(trx: Knex.Transaction, replacement: Replacement): Promise<number> {
  const { accountId, courseId, runId, kind, order, basePrints, operatorReason } = replacement;
  const course = await lockCourse(trx, accountId, courseId);
  const there = new Map(lessonsOf(course.content).map((lesson) => [lesson.lesson_id, lesson]));
  const lessons = replacement.lessons.filter((lesson) => kind === 'regenerated' || !there.has(lesson.lesson_id));
  if (lessons.length === 0) return course.number;
  const printOf = (live: LessonContent | undefined) => live && lessonPrint(live);
  if (basePrints && lessons.some(({ lesson_id: id }) => basePrints[id] !== printOf(there.get(id)))) {
    throw new ProductError('course.version_conflict', 'The course was changed elsewhere after you compared it. Nothing was replaced.');
  }
  const content = lessons.reduce((content, lesson) => placeLesson(content, lesson, order), course.content);
  return writeVersion(trx, course, { content, kind, changed: lessons.map((lesson) => lesson.lesson_id), runId, operatorReason });
}
