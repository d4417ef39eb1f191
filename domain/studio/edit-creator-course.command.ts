import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { columnsOf, type CourseEditFields } from './creator-course-columns.ts';
import { creatorCourseIdOf, getCreatorCourse } from './creator-course.queries.ts';

interface CourseEdit {
  readonly accountId: string;
  readonly courseId: string;
  /** The version the editor has read. */
  readonly version: number;
  /** Absent fields do not change. */
  readonly fields: CourseEditFields;
}

/**
 * Edits one of the creator's courses, unless it was changed elsewhere since it was read. An unchanged save makes no version, so a save
 * whose answer was lost may be repeated.
 * @returns the current course
 * @throws ProductError not_found; course.version_conflict: nothing is saved then
 */
export async function editCreatorCourse({ accountId, courseId, version, fields }: CourseEdit): Promise<CreatorCourse> {
  const id = creatorCourseIdOf(courseId);
  await transact(async (trx) => {
    const row = await trx('creator_course').where({ account_id: accountId, id }).forUpdate().first();
    if (!row) throw notFound('course');
    const now = { ...row, hours: row.hours === null ? null : Number(row.hours) };
    const changes = Object.entries(columnsOf(fields)).filter(
      ([column, value]) => JSON.stringify(now[column as keyof typeof now]) !== JSON.stringify(value),
    );
    if (changes.length === 0) return;
    if (row.version !== version)
      throw new ProductError(
        'course.version_conflict',
        'The course was changed elsewhere after you opened it. Your changes were not saved.',
      );
    await trx('creator_course')
      .where({ id })
      .update({ ...Object.fromEntries(changes), version: version + 1, updated_at: expression(trx, sql`clock_timestamp()`) });
  });
  return getCreatorCourse({ accountId, courseId: id });
}
