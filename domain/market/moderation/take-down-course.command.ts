import { uuidv7 } from 'uuidv7';
import { addMail } from '#domain/mail/add-mail.command.ts';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { setTakenDown } from '#domain/studio/show-in-market.command.ts';
import { closeReports } from './close-reports.command.ts';
import { lockReportedCourse } from './reported-course.queries.ts';

/**
 * Takes a course out of the market, which closes its reports; existing copies stay. Its creator is told the reason, once: repeated with the same
 * reason it only closes reports that came since. Audited if anything changed.
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
