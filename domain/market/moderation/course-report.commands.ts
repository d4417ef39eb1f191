import { uuidv7 } from 'uuidv7';
import type { Knex } from 'knex';
import { addMail } from '#domain/mail/mail.commands.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { setTakenDown } from '#domain/studio/creator-course.commands.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';

/**
 * Takes a course out of the market and closes its reports; existing copies stay. Its creator is notified of the reason, once; a repeat with
 * the same reason only closes reports made since. Audited if anything changed.
 * @throws ProductError not_found
 */
export async function takeDownCourse(given: { operatorId: string; courseId: string; reason: string }): Promise<void> {
  const { operatorId, courseId, reason } = given;
  await transact(async (trx) => {
    const { id, account_id: accountId, title, taken_down_reason: before, email, first_name } = await lockReportedCourse(trx, courseId);
    const isNotified = before === reason;
    const closed = await closeReports(trx, id, 'taken_down');
    if (isNotified && closed === 0) return;
    const detail = { reason };
    await recordAudit({ actor: `account:${operatorId}`, action: 'market.take_down', subject: `creator_course:${id}`, detail }, trx);
    if (isNotified) return;
    await setTakenDown(trx, id, reason);
    const cause = `market.taken_down:${uuidv7()}`;
    await addNotification(trx, { accountId, kind: 'market.taken_down', cause, subject: title, courseId: id });
    const data = { first_name, title, reason, link: `/studio/courses/${id}` };
    await addMail(trx, { kind: 'course-taken-down', cause, accountId, to: email, data });
  });
}

/**
 * Lets the creator of a course that was taken down publish it again. Audited; other courses do not change.
 * @throws ProductError not_found
 */
export async function restoreCourse({ operatorId, courseId }: { operatorId: string; courseId: string }): Promise<void> {
  await transact(async (trx) => {
    const { id, taken_down_reason: reason } = await lockReportedCourse(trx, courseId);
    if (reason === null) return;
    await setTakenDown(trx, id, null);
    const subject = `creator_course:${id}`;
    await recordAudit({ actor: `account:${operatorId}`, action: 'market.restore', subject, detail: {} }, trx);
  });
}

/** Closes the open reports of a course, without changing the course. Audited if there were any. @throws ProductError not_found */
export async function dismissReports({ operatorId, courseId }: { operatorId: string; courseId: string }): Promise<void> {
  await transact(async (trx) => {
    const { id } = await lockReportedCourse(trx, courseId);
    if ((await closeReports(trx, id, 'dismissed')) === 0) return;
    const subject = `creator_course:${id}`;
    await recordAudit({ actor: `account:${operatorId}`, action: 'market.dismiss_reports', subject, detail: {} }, trx);
  });
}

/** Closes the open reports of a locked course. @returns number of reports */
async function closeReports(trx: Knex.Transaction, courseId: string, decision: 'taken_down' | 'dismissed'): Promise<number> {
  return trx('course_report').where({ creator_course_id: courseId, decided_at: null }).update({ decided_at: trx.fn.now(), decision });
}

interface ReportedCourse {
  readonly id: string;
  readonly account_id: string;
  readonly title: string;
  /** Null unless the course is taken down. */
  readonly taken_down_reason: string | null;
  readonly email: string;
  readonly first_name: string;
}

/** Locks a course, with its creator, for an operator's decision. @throws ProductError not_found */
async function lockReportedCourse(trx: Knex.Transaction, courseId: string): Promise<ReportedCourse> {
  const course = await trx('creator_course as c')
    .join('account', 'account.id', 'c.account_id')
    .where({ 'c.id': creatorCourseIdOf(courseId) })
    .forUpdate('c')
    .first<ReportedCourse | undefined>('c.id', 'c.account_id', 'c.title', 'c.taken_down_reason', 'account.email', 'account.first_name');
  if (!course) throw notFound('course');
  return course;
}
