import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

export interface CopyNamed {
  readonly accountId: string;
  /** Somebody's own copy. */
  readonly courseId: string;
}

/** Whether somebody is asked how satisfied they are with a course, and what they said. @throws ProductError not_found for a course that is not theirs */
export async function getSatisfaction({ accountId, courseId }: CopyNamed): Promise<{ asks: boolean; answer: number | null }> {
  if (!isUuid(courseId)) throw notFound('course');
  const { rows } = await database().raw(
    `select own.satisfaction as answer, own.course_id is not null and exists (
              select from course_completion done where done.account_id = :accountId and done.course_id = c.id) as asks
       from course c
       left join enrolment own on own.course_id = c.id and own.account_id = :accountId and own.refunded_at is null
      where c.id = :courseId and c.account_id = :accountId`,
    { accountId, courseId },
  );
  if (!rows[0]) throw notFound('course');
  return rows[0];
}
