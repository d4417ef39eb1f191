import { transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { closeReports } from './close-reports.command.ts';
import { lockReportedCourse } from './reported-course.queries.ts';

/** Closes the open reports of a course, which stays as it is. Audited if there were any. @throws ProductError not_found */
export async function dismissReports({ operatorId, courseId }: { operatorId: string; courseId: string }): Promise<void> {
  await transact(async (trx) => {
    const { id } = await lockReportedCourse(trx, courseId);
    if ((await closeReports(trx, id, 'dismissed')) === 0) return;
    const subject = `creator_course:${id}`;
    await recordAudit({ actor: `account:${operatorId}`, action: 'market.dismiss_reports', subject, detail: {} }, trx);
  });
}
