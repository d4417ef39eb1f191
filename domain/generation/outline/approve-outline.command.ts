import type { ApprovedOutline } from '#contract/generation/run-control.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { withdrawNotification } from '#domain/notifications/withdraw-notification.command.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { unparkRun } from '#domain/platform/runs/amend-run.command.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { lockRun } from '#domain/platform/runs/advance-run.command.ts';
import { approvedPlan, followsOutline, outlineProblems } from './approved-plan.ts';
import { placedLessons } from './course-plan.ts';
import { dropOutlineDraft, savedVersion } from './keep-outline-draft.command.ts';
import { outlineApprovalNotice } from './outline-approval-notice.ts';
import { savePlan } from './save-plan.command.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';

interface Approval {
  readonly runId: string;
  readonly accountId: string;
  readonly outline: ApprovedOutline;
  /** The version of the saved draft it is based on; omitted by clients without drafts. */
  readonly baseVersion?: number | undefined;
}

/**
 * Approves the outline of a waiting run, as the learner changed it. The run had freed its slot, so it returns to its place in the queue and
 * usually resumes at once. Approving the same outline again changes nothing.
 *
 * @throws ProductError not_found; run.not_waiting when it does not wait for an approval; course.version_conflict when another device has
 * saved
 *   a draft since; validation.failed naming what is invalid
 */
export async function approveOutline({ runId, accountId, outline, baseVersion }: Approval): Promise<void> {
  if (!isUuid(runId)) throw notFound('run');
  await transact(async (trx) => {
    await lockRun(trx, runId);
    const run = await trx('run')
      .join('course_run', 'run_id', 'id')
      .where({ id: runId, account_id: accountId })
      .first('status', 'stage', 'plan', 'approved_at', 'request');
    if (!run) throw notFound('run');
    if (run.status !== 'running' || run.stage !== 'approval') {
      if (run.approved_at && followsOutline(runId, run.plan, outline)) return;
      const isDrafting = ['queued', 'running'].includes(run.status) && run.request.review_outline && !run.approved_at;
      if (isDrafting) throw new ProductError('run.not_waiting', 'The outline is still being drafted. It can be approved when it is ready.');
      throw new ProductError('run.not_waiting');
    }
    if (baseVersion !== undefined && baseVersion !== (await savedVersion(trx, runId))) throw new ProductError('course.version_conflict');
    const errors = outlineProblems(run.plan, outline);
    if (errors.length > 0) throw new ProductError('validation.failed', 'This outline cannot be followed.', { data: { errors } });
    const plan = approvedPlan(runId, run.plan, outline);
    await savePlan(trx, runId, plan);
    await trx('course_run').where({ run_id: runId }).update({ approved_at: trx.fn.now() });
    await unparkRun(trx, runId);
    await withdrawNotification(trx, { accountId, cause: outlineApprovalNotice(runId) });
    await dropOutlineDraft(trx, runId);
    await recordEvent(
      trx,
      runId,
      'outline.approved',
      toSentence('You approved the outline. Modules: {modules}, lessons: {lessons}.', {
        modules: plan.modules.length,
        lessons: placedLessons(plan).length,
      }),
    );
  });
  await admitAfter('an approval');
}
