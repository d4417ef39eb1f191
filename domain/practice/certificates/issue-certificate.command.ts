import { randomUUID } from 'node:crypto';
import type { Certificate } from '#contract/practice/certificate.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { lacksTest } from './start-final-test.command.ts';
import { isUuid } from '#domain/platform/uuid.ts';

interface Row {
  readonly id: string;
  readonly account_id: string;
  readonly course_title: string;
  readonly holder_name: string;
  readonly lesson_count: number;
  readonly completed_at: Date;
  readonly issued_at: Date;
  readonly revoked_at: Date | null;
}

const toCertificate = (row: Row): Certificate => ({
  id: row.id,
  course_title: row.course_title,
  holder_name: row.holder_name,
  lesson_count: row.lesson_count,
  completed_at: row.completed_at.toISOString(),
  issued_at: row.issued_at.toISOString(),
  revoked_at: row.revoked_at?.toISOString() ?? null,
});

/**
 * Issues the certificate of a completed course, once; its unguessable id is the address of its public page.
 * @throws ProductError not_found; certificate.not_completed; certificate.test_not_passed; certificate.revoked: a withdrawn one is not
 * issued again
 */
export async function issueCertificate(given: { accountId: string; courseId: string; holderName: string }): Promise<Certificate> {
  if (!isUuid(given.courseId)) throw notFound('course');
  return transact(async (trx) => {
    const course = await trx('course')
      .leftJoin('course_completion as done', (on) => on.on('done.course_id', 'course.id').andOn('done.account_id', 'course.account_id'))
      .where({ 'course.id': given.courseId, 'course.account_id': given.accountId })
      .first('course.id', 'course.title', 'course.lesson_count', 'done.completed_at');
    if (!course) throw notFound('course');
    if (!course.completed_at)
      throw new ProductError('certificate.not_completed', 'A certificate is issued when all lessons of the course are completed.');
    if (await lacksTest(trx, given))
      throw new ProductError('certificate.test_not_passed', 'A certificate of this course needs its final test, which is not passed yet.');
    await trx('certificate')
      .insert({
        // random, so that it cannot be derived from anything
        id: randomUUID(),
        account_id: given.accountId,
        course_id: course.id,
        course_title: course.title,
        holder_name: given.holderName,
        lesson_count: course.lesson_count,
        completed_at: course.completed_at,
      })
      .onConflict(['account_id', 'course_id'])
      .ignore();
    const row: Row = (await trx('certificate').where({ account_id: given.accountId, course_id: course.id }).first())!;
    if (row.revoked_at) throw new ProductError('certificate.revoked', 'The certificate of this course was revoked.');
    return toCertificate(row);
  });
}

/** Returns a certificate for anyone with its link. @throws ProductError not_found */
export async function getCertificate(id: string): Promise<Certificate> {
  const row: Row | undefined = isUuid(id) ? await database()('certificate').where({ id: id.toLowerCase() }).first() : undefined;
  if (!row) throw notFound('certificate');
  return toCertificate(row);
}

/** Lists a user's certificates, newest first; optionally of one course. */
export async function listCertificates({
  accountId,
  courseId,
}: {
  accountId: string;
  courseId?: string | undefined;
}): Promise<Certificate[]> {
  if (courseId !== undefined && !isUuid(courseId)) return [];
  const rows: Row[] = await database()('certificate')
    .where({ account_id: accountId, ...(courseId !== undefined && { course_id: courseId }) })
    .orderBy([
      { column: 'issued_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(500);
  return rows.map(toCertificate);
}

/** Revokes a certificate, for its owner or an operator (`by`); repeating it changes nothing. @throws ProductError not_found */
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
