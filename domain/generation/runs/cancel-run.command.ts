import type { Knex } from 'knex';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { say } from '#contract/platform/sentence.contract.ts';
import { withdrawNotification } from '#domain/notifications/withdraw-notification.command.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { admitRuns } from './admit-runs.command.ts';
import { lockRun } from './advance-run.command.ts';
import { releaseRun } from './charge-run.command.ts';
import { completeRun } from './complete-run.command.ts';
import { placedLessons } from '#domain/generation/outline/course-plan.ts';
import { runWork } from './course-of-run.ts';
import { cutOffSteps } from './cut-off-steps.command.ts';
import { dropOutlineDraft } from '#domain/generation/outline/save-outline-draft.command.ts';
import { outlineWaits } from '#domain/generation/outline/outline-waits.ts';
import { recordEvent, recordEvents } from './run-event.ts';
import { SERVICE_NAMES } from '#domain/generation/answers/service-names.ts';
import { lessonKeys } from './stage-order.ts';

/**
 * Stops a run for good. What waits never starts; workers see it at their next heartbeat, within a second, and abort their calls.
 * Nothing is charged. With `keep` the finished lessons become a course as they are, also those without practice or review, and only they are
 * charged. Stopping again changes nothing. A run that is being assembled either ends as completed or is stopped, never both: both lock its row.
 *
 * @throws ProductError not_found; run.ended when it completed or failed by itself
 */
export async function cancelRun({ runId, accountId, keep }: { runId: string; accountId: string; keep: boolean }): Promise<void> {
  if (!isUuid(runId)) throw notFound('run');
  await transact(async (trx) => {
    await lockRun(trx, runId);
    const run = await trx('run').where({ id: runId, account_id: accountId }).first('status', 'stopped', 'kind', 'request');
    if (!run) throw notFound('run');
    if (run.stopped) return;
    if (run.status === 'completed' || run.status === 'failed') throw new ProductError('run.ended');
    await recordCutOff(trx, runId);
    await cutOffSteps(trx, { runId, accountId });
    await withdrawNotification(trx, { accountId, cause: outlineWaits(runId) });
    await dropOutlineDraft(trx, runId);
    if (keep && run.kind === 'course' && (await keepLessons(trx, { runId, accountId, form: run.request }))) return;
    await releaseRun(trx, runId, 'theirs');
    await trx('run').where({ id: runId }).update({ status: 'cancelled', stopped: true, finished_at: trx.fn.now() });
    await recordEvent(trx, runId, 'run.cancelled', say('You stopped it. Nothing was charged.'));
  });
  await admitRuns().catch((error: unknown) =>
    logger().warn({ err: error }, 'admission failed after a run was stopped; the workers will admit'),
  );
}

/** Names the services that are at work at this moment: what they have used is counted, although nothing comes of it. */
async function recordCutOff(trx: Knex.Transaction, runId: string): Promise<void> {
  const services: Service[] = await trx('step')
    .where({ run_id: runId, state: 'running' })
    .whereNotNull('service')
    .distinct('service')
    .pluck('service');
  const said = (service: Service) =>
    say('{service} was at work when you stopped it; what it had not finished came too late.', { service: SERVICE_NAMES[service] });
  await recordEvents(
    trx,
    runId,
    services.toSorted().map((service) => ({ name: 'service.cut_off', said: said(service) })),
  );
}

/** Completes the run with the lessons that are written. @returns false when there is none */
async function keepLessons(trx: Knex.Transaction, run: { runId: string; accountId: string; form: CourseForm }): Promise<boolean> {
  const work = await runWork(trx, run.runId);
  const lessons = work ? placedLessons(work.plan) : [];
  const written = lessons.filter(({ planned }) => work?.results[lessonKeys(planned.lesson_id).write]).length;
  if (!work || written === 0) return false;
  const { charge } = await completeRun(trx, { ...run, work, stopped: true });
  await recordEvents(trx, run.runId, [
    { name: 'run.stopped', said: say('You stopped it and kept {kept} of {n} lessons.', { kept: written, n: lessons.length }) },
    { name: 'run.charged', said: charge },
  ]);
  return true;
}
