import { rowsOf, sql } from '#domain/platform/sql.ts';
import { completedAt } from '#domain/courses/content/live-lesson.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

export interface CopyNamed {
  readonly accountId: string;
  /** Id of the user's own copy. */
  readonly courseId: string;
}

/**
 * Returns whether to ask a user for their satisfaction with a course, and their answer. @throws ProductError not_found for a course that is
 * not theirs
 */
export async function getSatisfaction({ accountId, courseId }: CopyNamed): Promise<{ asks: boolean; answer: number | null }> {
  if (!isUuid(courseId)) throw notFound('course');
  const [row] = await rowsOf<{ asks: boolean; answer: number | null }>(
    database(),
    sql`select own.satisfaction as answer, own.course_id is not null and ${completedAt(sql`c`)} is not null as asks
       from course c
       left join enrolment own on own.course_id = c.id and own.account_id = ${accountId} and own.refunded_at is null
      where c.id = ${courseId} and c.account_id = ${accountId}`,
  );
  if (!row) throw notFound('course');
  return row;
}
