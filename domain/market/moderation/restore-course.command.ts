import { transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { setTakenDown } from '#domain/studio/show-in-market.command.ts';
import { lockReportedCourse } from './reported-course.queries.ts';

/** Lets the creator of a course that was taken down publish it again. Audited; another one stays as it is. @throws ProductError not_found */
export async function restoreCourse({ operatorId, courseId }: { operatorId: string; courseId: string }): Promise<void> {
  await transact(async (trx) => {
    const { id, taken_down_reason: reason } = await lockReportedCourse(trx, courseId);
    if (reason === null) return;
    await setTakenDown(trx, id, null);
    const subject = `creator_course:${id}`;
    await recordAudit({ actor: `account:${operatorId}`, action: 'market.restore', subject, detail: {} }, trx);
  });
}
