import type { Knex } from 'knex';
import { notFound } from '#domain/platform/errors.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';

interface ReportedCourse {
  readonly id: string;
  readonly account_id: string;
  readonly title: string;
  /** Null while the course is not taken down. */
  readonly taken_down_reason: string | null;
  readonly email: string;
  readonly first_name: string;
}

/** Locks a course that an operator decides about, with its creator. @throws ProductError not_found */
export async function lockReportedCourse(trx: Knex.Transaction, courseId: string): Promise<ReportedCourse> {
  const course = await trx('creator_course as c')
    .join('account', 'account.id', 'c.account_id')
    .where({ 'c.id': creatorCourseIdOf(courseId) })
    .forUpdate('c')
    .first<ReportedCourse | undefined>('c.id', 'c.account_id', 'c.title', 'c.taken_down_reason', 'account.email', 'account.first_name');
  if (!course) throw notFound('course');
  return course;
}
