import type { Knex } from 'knex';
import { lessonsOf, type LessonContent } from './course-content.ts';
import { placeLesson, type LessonOrder } from './place-lesson.ts';
import { lockCourse, writeVersion } from './write-version.command.ts';

interface Replacement {
  readonly accountId: string;
  readonly courseId: string;
  /** The run that wrote the lessons. */
  readonly runId: string;
  readonly lessons: readonly LessonContent[];
  /** Where a lesson belongs that the course does not have. */
  readonly order: LessonOrder;
  /** `completed` only fills gaps: a lesson that is there already is left alone. */
  readonly kind: 'regenerated' | 'completed';
}

/**
 * Makes lessons of a run live in a new version, in the caller's transaction. Every other lesson stays byte for byte; what would change
 * nothing makes no version.
 * @returns number of the version that is live now
 * @throws ProductError not_found
 */
export async function replaceLessons(trx: Knex.Transaction, replacement: Replacement): Promise<number> {
  const { accountId, courseId, runId, kind, order } = replacement;
  const course = await lockCourse(trx, accountId, courseId);
  const there = new Set(lessonsOf(course.content).map((lesson) => lesson.lesson_id));
  const lessons = replacement.lessons.filter((lesson) => kind === 'regenerated' || !there.has(lesson.lesson_id));
  if (lessons.length === 0) return course.number;
  const content = lessons.reduce((content, lesson) => placeLesson(content, lesson, order), course.content);
  return writeVersion(trx, course, { content, kind, changed: lessons.map((lesson) => lesson.lesson_id), runId });
}
