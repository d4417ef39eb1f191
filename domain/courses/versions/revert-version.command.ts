import { lessonsOf, type CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { database } from '#domain/platform/database.ts';
import { restoreVersion } from './restore-version.command.ts';

interface Published {
  readonly accountId: string;
  readonly courseId: string;
  /** The version to revert; null when nothing was changed. */
  readonly published: number | null;
  /** The operators' batch that is rolled back. */
  readonly operatorReason?: string | undefined;
}

/**
 * Reverts a version of a course, as a new version. If nothing was changed since, every byte is restored; otherwise only the lessons of that
 * version that have not changed since. Repeating it changes nothing.
 * @returns number of lessons skipped because they have changed since
 * @throws ProductError not_found when the previous version is no longer stored
 */
export async function revertVersion({ accountId, courseId, published, operatorReason }: Published): Promise<{ left: number }> {
  if (published === null) return { left: 0 };
  const version = (number: number): Promise<{ content: CourseContent; changed_lessons: string[] } | undefined> =>
    database()('course_version').where({ course_id: courseId, number }).first('content', 'changed_lessons');
  const { current_version: current } = (await database()('course').where({ id: courseId }).first('current_version'))!;
  const [made, live, before] = await Promise.all([version(published), version(current), version(published - 1)]);
  // after a crash between restoring and recording it
  if (live && before && JSON.stringify(live.content) === JSON.stringify(before.content)) return { left: 0 };
  if (current === published || !made || !live) {
    await restoreVersion({ accountId, courseId, number: published - 1, operatorReason });
    return { left: 0 };
  }
  const texts = (content: CourseContent) => new Map(lessonsOf(content).map((lesson) => [lesson.lesson_id, JSON.stringify(lesson)]));
  const [mine, now] = [texts(made.content), texts(live.content)];
  let left = 0;
  for (const lessonId of made.changed_lessons) {
    if (mine.get(lessonId) === now.get(lessonId))
      await restoreVersion({ accountId, courseId, number: published - 1, lessonId, operatorReason });
    else left += 1;
  }
  return { left };
}
