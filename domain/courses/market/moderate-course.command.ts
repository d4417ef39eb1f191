import { uuidv7 } from 'uuidv7';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { decideOnCourse as endpoint } from '#contract/market/moderation.contract.ts';
import { addMail } from '#domain/mail/add-mail.command.ts';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';

const AUDITED = { take_down: 'market.take_down', dismiss: 'market.dismiss_reports', restore: 'market.restore' } as const;

/**
 * Decides about a reported course. Taken down, it leaves the market with a reason that its creator is told, and existing copies stay;
 * restored, its creator may publish it again. Audited. Repeating a decision changes nothing.
 * @throws ProductError not_found
 */
export async function decideOnCourse({
  operatorId,
  courseId,
  said,
}: {
  operatorId: string;
  courseId: string;
  said: BodyOf<typeof endpoint>;
}): Promise<void> {
  const id = creatorCourseIdOf(courseId);
  await transact(async (trx) => {
    const course = await trx('creator_course as c')
      .join('account', 'account.id', 'c.account_id')
      .where({ 'c.id': id })
      .forUpdate('c')
      .first('c.account_id', 'c.title', 'c.taken_down_reason', 'account.email', 'account.first_name');
    if (!course) throw notFound('course');
    const { decision } = said;
    const reason = said.decision === 'take_down' ? said.reason : null;
    const stands = decision === 'take_down' ? course.taken_down_reason === reason : course.taken_down_reason === null;
    const decided =
      decision !== 'restore' &&
      (await trx('course_report')
        .where({ creator_course_id: id, decided_at: null })
        .update({ decided_at: trx.fn.now(), decision: decision === 'take_down' ? 'taken_down' : 'dismissed' }));
    if (decision === 'dismiss' ? decided === 0 : stands) return;
    if (decision !== 'dismiss')
      await trx('creator_course')
        .where({ id })
        .update({ taken_down_reason: reason, ...(decision === 'take_down' && { status: 'draft' }) });
    await recordAudit(
      { actor: `account:${operatorId}`, action: AUDITED[decision], subject: `creator_course:${id}`, detail: { ...(reason && { reason }) } },
      trx,
    );
    if (reason === null) return;
    const cause = `market.taken_down:${uuidv7()}`;
    await addNotification(trx, { accountId: course.account_id, kind: 'market.taken_down', cause, subject: course.title, courseId: id });
    const { first_name, title } = course;
    await addMail(trx, {
      kind: 'course-taken-down',
      cause,
      accountId: course.account_id,
      to: course.email,
      data: { first_name, title, reason, link: `/studio/courses/${id}` },
    });
  });
}
