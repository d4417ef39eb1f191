import type { AuditAction } from '#contract/platform/audit-actions.ts';
import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { CourseShare } from '#contract/sharing/sharing.contract.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { isTaken } from '#domain/courses/content/taken-course.queries.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { findShare } from './shared-course.queries.ts';

interface Named {
  readonly accountId: string;
  readonly courseId: string;
}

/** Length of a link's token: too long to guess. */
const TOKEN_BYTES = 24;

/**
 * Creates a public link to a course, or returns the existing one.
 * @throws ProductError not_found; market.not_yours for another creator’s course, even if it was imported again
 */
export async function shareCourse(named: Named): Promise<CourseShare> {
  const { accountId } = named;
  await transact(async (trx) => {
    const course = await ownedCourse(trx, named);
    if (course.is_taken) {
      throw new ProductError('market.not_yours', 'This course was made by another creator, so you cannot share it.');
    }
    const added = await trx('course_share')
      .insert({ course_id: course.id, account_id: accountId, token: randomBytes(TOKEN_BYTES).toString('base64url') })
      .onConflict('course_id')
      .ignore()
      .returning('course_id');
    if (added.length > 0) await audit(trx, named, 'course.share');
  });
  return findShare(named);
}

/** Revokes the link; sharing again creates another. @throws ProductError not_found */
export async function unshareCourse(named: Named): Promise<CourseShare> {
  await transact(async (trx) => {
    const course = await ownedCourse(trx, named);
    const gone = await trx('course_share').where({ course_id: course.id }).delete();
    if (gone > 0) await audit(trx, named, 'course.unshare');
  });
  return findShare(named);
}

/** Revokes the links of all courses of an account, in the caller's transaction. @returns number of links */
export const endShares = async (trx: Knex.Transaction, accountId: string): Promise<number> =>
  trx('course_share').where({ account_id: accountId }).delete();

const audit = (trx: Knex.Transaction, { accountId, courseId }: Named, action: AuditAction): Promise<void> =>
  recordAudit({ actor: `account:${accountId}`, action, subject: `course:${courseId}` }, trx);

async function ownedCourse(db: Knex, { accountId, courseId }: Named): Promise<{ id: string; is_taken: boolean }> {
  const [course] = await rowsOf<{ id: string; is_taken: boolean }>(
    db,
    sql`select id, ${isTaken(sql`course`, accountId)} as is_taken from course where id = ${courseIdOf(courseId)} and account_id = ${accountId}`,
  );
  if (!course) throw notFound('course');
  return course;
}
