import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Certificate, OwnCertificate } from '#contract/practice/certificate.contract.ts';
import { completedAt, completedLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { opensToOthers } from '#domain/identity/accounts/account.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { findMembership } from '#domain/membership/membership.queries.ts';
import { publishEvent } from '#domain/webhooks/publish-event.command.ts';
import { lacksTest } from './start-final-test.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';

interface Row {
  readonly id: string;
  readonly account_id: string;
  readonly course_title: string;
  readonly holder_name: string;
  readonly lesson_count: number;
  readonly course_version: number | null;
  readonly completed_at: Date;
  readonly issued_at: Date;
  readonly revoked_at: Date | null;
}

const toCertificate = (row: Row): Certificate => ({
  id: row.id,
  course_title: row.course_title,
  holder_name: row.holder_name,
  lesson_count: row.lesson_count,
  course_version: row.course_version,
  completed_at: row.completed_at.toISOString(),
  issued_at: row.issued_at.toISOString(),
  revoked_at: row.revoked_at?.toISOString() ?? null,
});

/**
 * Issues the certificate of a completed course, once. Its unguessable id is the address of its public page. It names the version it was
 * issued for, and stays valid whatever is added to the course later.
 * @throws ProductError not_found; certificate.not_completed; certificate.test_not_passed; certificate.revoked, because a revoked
 * certificate is not issued again
 */
export async function issueCertificate(given: { accountId: string; courseId: string; holderName: string }): Promise<Certificate> {
  if (!isUuid(given.courseId)) throw notFound('course');
  return transact(async (trx) => {
    // for a course of the market, the version of its creator's course
    const [course] = await rowsOf<Pick<Row, 'lesson_count' | 'course_version'> & { id: string; title: string; completed_at: Date | null }>(
      trx,
      sql`select course.id, course.title, course.lesson_count, ${completedAt(sql`course`)} as completed_at,
                 coalesce(own.version, course.current_version) as course_version
            from course left join enrolment own on own.course_id = course.id and own.account_id = course.account_id
           where course.id = ${given.courseId} and course.account_id = ${given.accountId}`,
    );
    if (!course) throw notFound('course');
    const issued = { account_id: given.accountId, course_id: course.id };
    const isIssued = (await trx('certificate').where(issued).first('id')) !== undefined;
    if (!isIssued && !course.completed_at)
      throw new ProductError('certificate.not_completed', 'A certificate is issued once every lesson of the course is completed.');
    if (!isIssued && (await lacksTest(trx, given)))
      throw new ProductError(
        'certificate.test_not_passed',
        'To get the certificate, pass the final test of this course, and its final task if it has one.',
      );
    const added = isIssued
      ? []
      : await trx('certificate')
          .insert({
            ...issued,
            // random, so that nothing lets anybody derive it
            id: randomUUID(),
            course_title: course.title,
            holder_name: given.holderName,
            lesson_count: course.lesson_count,
            course_version: course.course_version,
            completed_at: course.completed_at!,
          })
          .onConflict(['account_id', 'course_id'])
          .ignore()
          .returning('id');
    if (added[0]) await tellPrograms(trx, { ...issued, id: added[0].id, lessons: course.lesson_count });
    const row: Row = (await trx('certificate').where(issued).first())!;
    if (row.revoked_at) throw new ProductError('certificate.revoked', 'The certificate for this course was revoked.');
    return toCertificate(row);
  });
}

/** An organisation does not learn the certificate's id, because it is the address of a page with the member's name and course. */
async function tellPrograms(
  trx: Knex.Transaction,
  { id, account_id: accountId, course_id, lessons }: { id: string; account_id: string; course_id: string; lessons: number },
): Promise<void> {
  const type = 'certificate.issued';
  await publishEvent(trx, { type, to: { accountId }, objectId: id, data: { course_id, member_id: null, lessons } });
  const member = await findMembership(accountId, trx);
  if (!member?.active) return;
  const data = { course_id: null, member_id: accountId, lessons };
  await publishEvent(trx, { type, to: { organisationId: member.organisationId }, objectId: accountId, data });
}

/**
 * Returns a certificate for anybody with its link.
 * @throws ProductError not_found, also while its holder is suspended or about to be deleted
 */
export async function getCertificate(id: string): Promise<Certificate> {
  if (!isUuid(id)) throw notFound('certificate');
  const [row] = await rowsOf<Row>(
    database(),
    sql`select certificate.* from certificate join account on account.id = account_id
         where certificate.id = ${id} and ${opensToOthers(sql`account`)}`,
  );
  if (!row) throw notFound('certificate');
  return toCertificate(row);
}

/** Lists a user's certificates, newest first; optionally only those of one course. */
export async function listCertificates({
  accountId,
  courseId,
}: {
  accountId: string;
  courseId?: string | undefined;
}): Promise<OwnCertificate[]> {
  if (courseId !== undefined && !isUuid(courseId)) return [];
  const rows = await rowsOf<Row & Pick<OwnCertificate, 'course_id' | 'new_lessons'>>(
    database(),
    sql`select certificate.*, coalesce(greatest(0, course.lesson_count - ${completedLessons(sql`course`)}), 0) as new_lessons
          from certificate left join course on course.id = certificate.course_id and course.account_id = certificate.account_id
         where certificate.account_id = ${accountId} and (${courseId ?? null}::uuid is null or certificate.course_id = ${courseId ?? null})
         order by issued_at desc, certificate.id desc limit 500`,
  );
  return rows.map((row) => ({ ...toCertificate(row), course_id: row.course_id, new_lessons: row.new_lessons }));
}

/** Revokes a certificate, for its owner or an operator (`by`). Repeating it changes nothing. @throws ProductError not_found */
export async function revokeCertificate({ accountId, id, by }: { accountId: string | null; id: string; by: string }): Promise<Certificate> {
  if (!isUuid(id)) throw notFound('certificate');
  return transact(async (trx) => {
    const owned = { id: id.toLowerCase(), ...(accountId !== null && { account_id: accountId }) };
    const changed = await trx('certificate').where(owned).whereNull('revoked_at').update({ revoked_at: trx.fn.now(), revoked_by: by });
    const row: Row | undefined = await trx('certificate').where(owned).first();
    if (!row) throw notFound('certificate');
    if (changed > 0) await recordAudit({ actor: by, action: 'certificate.revoke', subject: `certificate:${row.id}` }, trx);
    return toCertificate(row);
  });
}
