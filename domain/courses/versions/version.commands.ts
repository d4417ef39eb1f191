import type { Knex } from 'knex';
import type { VERSION_KINDS } from '#contract/courses/course-versions.contract.ts';
import { lessonPrint } from '#contract/courses/lesson-print.ts';
import { withKeptIds } from '#domain/courses/content/question-ids.ts';
import { placeLesson, type LessonOrder } from '#domain/courses/content/place-lesson.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { lessonsOf, type CourseContent, type LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { storable, storableCopy, type ListColumns } from '#domain/courses/content/storable-course.queries.ts';
import { dropOtherTexts } from '#domain/courses/text/lesson-texts.command.ts';
import { coursesPorts } from '#domain/courses/courses.ports.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';

/** Number of versions kept per course; the live one is always among them. */
export const KEPT_VERSIONS = 20;

/** A course whose row this transaction has locked, with its live version. */
export interface LockedCourse {
  readonly courseId: string;
  readonly accountId: string;
  /** Number of the live version. */
  readonly number: number;
  readonly content: CourseContent;
  readonly editSession: string | null;
  readonly changedLessons: readonly string[];
}

export interface NewVersion {
  readonly content: CourseContent;
  readonly kind: (typeof VERSION_KINDS)[number];
  /** Ids of the lessons that differ from the previous version. */
  readonly changed: readonly string[];
  readonly editSession?: string;
  /** The run that wrote these lessons. */
  readonly runId?: string;
  /** The operators' batch that makes it. */
  readonly operatorReason?: string | undefined;
}

/**
 * Locks the row of one of the account's courses, which serialises its changes. To lock a run too, lock the run first.
 * @throws ProductError not_found; course.enrolled_copy for a course of another creator
 */
export async function lockCourse(trx: Knex.Transaction, accountId: string, courseId: string): Promise<LockedCourse> {
  const course = await trx('course')
    .where({ id: courseIdOf(courseId), account_id: accountId })
    .forNoKeyUpdate()
    .first('id', 'current_version', 'enrolled_from', 'assigned_from');
  if (!course) throw notFound('course');
  if (course.enrolled_from || course.assigned_from)
    throw new ProductError('course.enrolled_copy', 'This course belongs to its creator, so only they can change it.');
  const version = await trx('course_version').where({ course_id: course.id, number: course.current_version }).first();
  return {
    courseId: course.id,
    accountId,
    number: course.current_version,
    content: version!.content,
    editSession: version!.edit_session,
    changedLessons: version!.changed_lessons,
  };
}

/** Makes a new version live. Versions older than the last 20 are deleted. @returns its number @throws ProductError course.too_large */
export async function writeVersion(trx: Knex.Transaction, course: LockedCourse, version: NewVersion): Promise<number> {
  const number = course.number + 1;
  const { json, listed } = version.kind === 'updated' ? storableCopy(version.content) : storable(version.content);
  await trx('course_version').insert({
    course_id: course.courseId,
    number,
    content: json,
    kind: version.kind,
    changed_lessons: [...version.changed],
    edit_session: version.editSession ?? null,
    run_id: version.runId ?? null,
    operator_reason: version.operatorReason ?? null,
  });
  await coursesPorts().moveCards(trx, course.courseId, lessonsOf(course.content), lessonsOf(version.content));
  await showInLists(trx, course.courseId, number, version.content, listed);
  await trx('course_version')
    .where({ course_id: course.courseId })
    .where('number', '<=', number - KEPT_VERSIONS)
    .del();
  return number;
}

/** Records in a course's history that a run's version was made by an operators' batch. @param reason name of the batch */
export const creditOperators = (trx: Knex.Transaction, runId: string, reason: string): Promise<unknown> =>
  trx('course_version').where({ run_id: runId }).update({ operator_reason: reason });

/** Overwrites the live version: only for saves of one editing session. @throws ProductError course.too_large */
export async function rewriteVersion(
  trx: Knex.Transaction,
  course: LockedCourse,
  changes: Pick<NewVersion, 'content' | 'changed'>,
): Promise<void> {
  const { json, listed } = storable(changes.content);
  await trx('course_version')
    .where({ course_id: course.courseId, number: course.number })
    .update({ content: json, changed_lessons: [...changes.changed] });
  await showInLists(trx, course.courseId, course.number, changes.content, listed);
}

/** Updates a copy of a published course to another version of its creator's text. @returns the number of the copy's version */
export async function replaceContent(
  trx: Knex.Transaction,
  courseId: string,
  { content, hasFinalTest }: { readonly content: CourseContent; readonly hasFinalTest: boolean },
): Promise<number> {
  const { current_version: number } = (await trx('course').where({ id: courseId }).forNoKeyUpdate().first('current_version'))!;
  await trx('course').where({ id: courseId }).update({ has_final_test: hasFinalTest });
  const live = (await trx('course_version').where({ course_id: courseId, number }).first('content'))!;
  const course: LockedCourse = { courseId, accountId: '', number, content: live.content, editSession: null, changedLessons: [] };
  return writeVersion(trx, course, { content, kind: 'updated', changed: [] });
}

/** Updates everything derived from the live version: the course's row, which lists read, its texts, and whether it is completed. */
async function showInLists(
  trx: Knex.Transaction,
  courseId: string,
  number: number,
  content: CourseContent,
  listed: ListColumns,
): Promise<void> {
  await dropOtherTexts(trx, courseId, lessonsOf(content));
  await trx('course')
    .where({ id: courseId })
    .update({ current_version: number, ...listed });
  await coursesPorts().recordCompletion(trx, courseId);
}

interface Replacement {
  readonly accountId: string;
  readonly courseId: string;
  /** The run that wrote the lessons. */
  readonly runId: string;
  readonly lessons: readonly LessonContent[];
  /** Tells where to insert a lesson that the course lacks. */
  readonly order: LessonOrder;
  /** `completed` only adds missing lessons: existing ones do not change. `corrected`: by an editor, before anybody has read them. */
  readonly kind: 'regenerated' | 'completed' | 'corrected';
  /** Fingerprints of the live lessons that these were compared with, by id, without missing ones; undefined for no check. */
  readonly basePrints?: Readonly<Record<string, string>> | undefined;
  /** The operators' batch that makes the version, stored as its reason; undefined if there is none. */
  readonly operatorReason?: string | undefined;
}

/**
 * Makes lessons of a run live in a new version, in the caller's transaction. All other lessons stay byte for byte; without a change, no
 * version is made.
 * @returns number of the live version
 * @throws ProductError not_found; course.version_conflict when a lesson has changed since it was compared
 */
export async function replaceLessons(trx: Knex.Transaction, replacement: Replacement): Promise<number> {
  const { accountId, courseId, runId, kind, order, basePrints, operatorReason } = replacement;
  const course = await lockCourse(trx, accountId, courseId);
  const there = new Map(lessonsOf(course.content).map((lesson) => [lesson.lesson_id, lesson]));
  const lessons = replacement.lessons.filter((lesson) => kind !== 'completed' || !there.has(lesson.lesson_id));
  if (lessons.length === 0) return course.number;
  const printOf = (live: LessonContent | undefined) => live && lessonPrint(live);
  if (basePrints && lessons.some(({ lesson_id: id }) => basePrints[id] !== printOf(there.get(id)))) {
    throw new ProductError('course.version_conflict', 'The course was changed somewhere else after you compared it. Nothing was replaced.');
  }
  const content = lessons.reduce((content, lesson) => {
    const live = there.get(lesson.lesson_id);
    return placeLesson(content, live ? withKept(live, lesson) : lesson, order);
  }, course.content);
  return writeVersion(trx, course, { content, kind, changed: lessons.map((lesson) => lesson.lesson_id), runId, operatorReason });
}

/** Returns a lesson that replaces a live one. Its workshop is of the whole module, so the lesson keeps it; so do unchanged questions their ids. */
const withKept = (live: LessonContent, lesson: LessonContent): LessonContent => ({
  ...lesson,
  quiz: withKeptIds(live.quiz, lesson.quiz),
  ...(live.workshop && !lesson.workshop && { workshop: live.workshop }),
});
