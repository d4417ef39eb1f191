import type * as z from 'zod/mini';
import type { versionSchema } from '#contract/courses/course-versions.contract.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { lessonsOf, type LessonContent } from '#domain/courses/content/course-content.queries.ts';
import type { CourseVersion } from '#domain/courses/content/course.model.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';

import { KEPT_VERSIONS } from './version.commands.ts';

type VersionSummary = z.infer<typeof versionSchema>;

/** Lists the versions of one of the account's courses that can be read and restored, newest first. @throws ProductError not_found */
export async function listVersions({ accountId, courseId }: { accountId: string; courseId: string }): Promise<VersionSummary[]> {
  // a lesson that a restored version removed has its title only in the previous version
  const rows = await rowsOf<VersionRow>(
    database(),
    sql`select version.number, version.kind, version.created_at, version.number = course.current_version as current, version.changed_lessons,
            version.operator_reason, (select jsonb_object_agg(lesson->>'lesson_id', lesson->>'title' order by around.number)
               from course_version around, jsonb_path_query(around.contents, '$.modules[*].lessons[*]') lesson
              where cardinality(version.changed_lessons) > 0 and around.course_id = course.id
                and around.number in (version.number - 1, version.number)
                and (lesson->>'lesson_id')::uuid = any(version.changed_lessons)) as titles
       from course join course_version version on version.course_id = course.id
      where course.id = ${courseIdOf(courseId)} and course.account_id = ${accountId}
      order by version.number desc limit ${KEPT_VERSIONS}`,
  );
  if (rows.length === 0) throw notFound('course');
  return rows.map((row) => ({
    number: row.number,
    kind: row.kind,
    created_at: row.created_at.toISOString(),
    current: row.current,
    operator_reason: row.operator_reason,
    changed_lessons: row.changed_lessons.flatMap((id) => (row.titles?.[id] ? [{ lesson_id: id, title: row.titles[id] }] : [])),
  }));
}

type VersionRow = Pick<CourseVersion, 'number' | 'kind' | 'created_at' | 'changed_lessons' | 'operator_reason'> & {
  current: boolean;
  titles: Record<string, string> | null;
};

/** Returns the stored version that has most of these lessons, the newest of several, or null when none has any. */
export async function versionWith(given: {
  courseId: string;
  lessonIds: readonly string[];
}): Promise<{ number: number; lessons: number } | null> {
  const [version] = await rowsOf<{ number: number; lessons: number }>(
    database(),
    sql`select number, count(*)::int as lessons
          from course_version, jsonb_path_query(contents, '$.modules[*].lessons[*].lesson_id') id
         where course_id = ${given.courseId} and id #>> '{}' = any(${given.lessonIds}::text[])
         group by number order by lessons desc, number desc limit 1`,
  );
  return version ?? null;
}

/** Tells whether a number can be a version's: Postgres raises an error for a number that its column cannot hold. */
export const isVersionNumber = (number: number): boolean => Number.isInteger(number) && number >= 1 && number <= 2_147_483_647;

/**
 * Returns a course in one version; marks and progress are current.
 * @throws ProductError not_found
 */
export async function getVersion(given: {
  accountId: string;
  courseId: string;
  number: number;
}): Promise<{ version: number; course: Course }> {
  if (!isVersionNumber(given.number)) throw notFound('version');
  const course = await getCourse({ accountId: given.accountId, courseId: given.courseId, version: given.number });
  return { version: given.number, course };
}

/** A lesson that a version changed. */
interface LessonChange {
  readonly after: LessonContent;
  /** Null when the previous version did not have it. */
  readonly before: LessonContent | null;
}

/** Returns the lessons that a version of a course changed, with their previous texts; empty when either version is no longer stored. */
export async function changesIn({ courseId, number }: { courseId: string; number: number }): Promise<LessonChange[]> {
  const versions = await database()('course_version')
    .where({ course_id: courseId })
    .whereIn('number', [number - 1, number])
    .select('number', 'content', 'changed_lessons');
  const [before, after] = [number - 1, number].map((one) => versions.find((version) => version.number === one));
  if (!before || !after) return [];
  const old = new Map(lessonsOf(before.content).map((lesson) => [lesson.lesson_id, lesson]));
  return lessonsOf(after.content)
    .filter(({ lesson_id: id }) => after.changed_lessons.includes(id))
    .map((lesson) => ({ after: lesson, before: old.get(lesson.lesson_id) ?? null }));
}
