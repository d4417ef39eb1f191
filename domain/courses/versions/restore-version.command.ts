import type { Course } from '#contract/courses/courses.contract.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { lessonsOf, type CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { idsOf, lessonIdIn } from '#domain/courses/content/live-lesson.queries.ts';
import { placeLesson } from '#domain/courses/content/place-lesson.ts';
import { isVersionNumber } from './version.queries.ts';
import { lockCourse, writeVersion } from './version.commands.ts';

/**
 * Restores an earlier version as the newest one, entirely or just one of its lessons; a removed lesson returns to its place. Without a
 * change, no version is made.
 * @param given `operatorReason`: the operators' batch that is rolled back; `lessonId`: an id, or `0_1` within the earlier version
 * @throws ProductError not_found
 */
export async function restoreVersion(given: {
  accountId: string;
  courseId: string;
  number: number;
  lessonId?: string;
  operatorReason?: string | undefined;
}): Promise<{ version: number; course: Course }> {
  const { accountId, courseId } = given;
  await transact(async (trx) => {
    const course = await lockCourse(trx, accountId, courseId);
    if (!isVersionNumber(given.number)) throw notFound('version');
    const row = await trx('course_version').where({ course_id: course.courseId, number: given.number }).first('content');
    if (!row) throw notFound('version');
    const earlier = row.content as CourseContent;
    const content = given.lessonId === undefined ? earlier : withLesson(course.content, earlier, given.lessonId);
    if (JSON.stringify(content) === JSON.stringify(course.content)) return;
    await writeVersion(trx, course, {
      content,
      kind: 'restored',
      changed: changedLessons(course.content, content),
      operatorReason: given.operatorReason,
    });
  });
  const course = await getCourse({ accountId, courseId });
  return { version: course.version, course };
}

function withLesson(live: CourseContent, earlier: CourseContent, lessonId: string): CourseContent {
  const id = lessonIdIn(idsOf(earlier), lessonId);
  const lesson = lessonsOf(earlier).find((one) => one.lesson_id === id)!;
  return placeLesson(live, lesson, earlier.modules);
}

/** Returns the ids of lessons that only one of the two versions has, or that differ. */
function changedLessons(before: CourseContent, after: CourseContent): string[] {
  const texts = (content: CourseContent) => new Map(lessonsOf(content).map((lesson) => [lesson.lesson_id, JSON.stringify(lesson)]));
  const [old, now] = [texts(before), texts(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((id) => old.get(id) !== now.get(id));
}
