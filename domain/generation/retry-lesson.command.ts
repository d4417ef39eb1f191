import type { Knex } from 'knex';
import { say } from '#contract/platform/sentence.contract.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { dispatchOutbox } from '#domain/platform/steps/dispatch-outbox.command.ts';
import { requeueStep } from '#domain/platform/steps/requeue-step.command.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { assertSpendAllowed } from '#domain/vendors/llm/spend.command.ts';
import { advanceRun, lockRun } from './advance-run.command.ts';
import { numberOf, placedLessons, type CoursePlan, type PlacedLesson } from './course-plan.ts';
import { recordEvent } from './run-event.ts';
import { lessonKeys } from './stage-order.ts';
import { startRewrite } from './start-rewrite.command.ts';

interface Retry {
  readonly runId: string;
  readonly accountId: string;
  readonly lessonId: string;
  readonly requestId: string;
}

/**
 * Writes one failed lesson again, and nothing else. In a live run its step starts anew with all services; practice and review follow as
 * usual. A run that ended without the lesson stays as it is: the lesson is written by a run of its own and joins the course by itself.
 *
 * @returns the run that writes the lesson
 * @throws ProductError not_found; run.lesson_not_failed; run.ended when there is no course to add to; spend.user_cap, spend.install_cap
 */
export async function retryLesson({ runId, accountId, lessonId, requestId }: Retry): Promise<{ runId: string }> {
  if (!isUuid(runId)) throw notFound('run');
  await assertSpendAllowed(accountId);
  const { courseId, steps } = await transact(async (trx) => {
    await lockRun(trx, runId);
    const run = await trx('run').where({ id: runId, account_id: accountId }).first('status', 'plan', 'course_id', 'kind');
    if (!run) throw notFound('run');
    const placed = run.plan && placedLessons(run.plan as CoursePlan).find(({ planned }) => planned.lesson_id === lessonId);
    if (!placed) throw notFound('lesson');
    if (run.status === 'running' || run.status === 'queued') return { courseId: null, steps: await retryInRun(trx, runId, placed) };
    if (run.status !== 'completed' || run.kind !== 'course') throw new ProductError('run.ended');
    return { courseId: run.course_id as string, steps: [] };
  });
  if (courseId === null) {
    await dispatchOutbox(steps);
    return { runId };
  }
  const rewrite = await startRewrite({ accountId, courseId, lessonIds: [lessonId], instruction: '', requestId, missingFromRun: runId });
  return { runId: rewrite.runId };
}

/** @returns ids of steps to dispatch after the commit @throws ProductError run.lesson_not_failed */
async function retryInRun(trx: Knex.Transaction, runId: string, { module, lesson, planned }: PlacedLesson): Promise<string[]> {
  const stepId = await requeueStep(trx, { runId, key: lessonKeys(planned.lesson_id).write });
  if (stepId === null) throw new ProductError('run.lesson_not_failed');
  // an assembly under way would leave the lesson out: it is lost, and offered again when this lesson has come to its end
  await trx('step').where({ run_id: runId }).whereIn('key', ['assemble', 'finish']).whereIn('state', ['queued', 'running']).del();
  await recordEvent(
    trx,
    runId,
    'lesson.retried',
    say('Lesson {lesson}, {title}, is written again at your request.', { lesson: numberOf({ module, lesson }), title: planned.title }),
  );
  return [stepId, ...(await advanceRun(trx, runId))];
}
