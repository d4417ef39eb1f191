import type { Knex } from 'knex';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { numberOf, placedLessons, type CoursePlan, type PlacedLesson } from '#domain/generation/outline/course-plan.ts';
import { startRewrite } from '#domain/generation/rewrites/rewrite.commands.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { advanceRun, lockRun } from '#domain/platform/runs/advance-run.command.ts';
import { requeueRun, otherRun, readFailedRun, assertCapacityToResume } from '#domain/platform/runs/retry.commands.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { storeRunKey, findRunByKey, type SentRequest } from '#domain/platform/runs/run-key.ts';
import { dropLiveSteps, reopenSteps } from '#domain/platform/steps/step.commands.ts';
import { dispatchOutbox } from '#domain/platform/steps/outbox.commands.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { assertSpendAllowed } from '#domain/vendors/llm/add-spend.command.ts';

interface Retry {
  readonly runId: string;
  readonly accountId: string;
  readonly lessonId: string;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Writes one failed lesson again, or the failed practice of a written one, and nothing else. In a live run that step starts again with all
 * services, and later steps follow as usual. A run that failed after its outline resumes with this lesson. A run that was completed without
 * it does not change: a separate run writes the lesson, or its practice, and adds it to the course. Repeating the idempotency key returns
 * the same run and does nothing, even if the lesson was written or has failed again meanwhile.
 * @returns the run that writes the lesson
 * @throws ProductError not_found; run.lesson_not_failed; run.ended when nothing can be resumed and there is no course to add to;
 * idempotency.body_mismatch; tokens.insufficient; spend.user_cap, spend.install_cap; queue.full
 */
export async function retryLesson({ runId, accountId, lessonId, requestId, idempotencyKey }: Retry): Promise<{ runId: string }> {
  if (!isUuid(runId)) throw notFound('run');
  const sent = { accountId, key: idempotencyKey, fingerprint: ['retry-lesson', runId, lessonId] } satisfies SentRequest;
  const earlier = await findRunByKey(database(), sent);
  if (earlier) return { runId: earlier };
  await assertSpendAllowed(accountId);
  await assertCapacityToResume({ runId, accountId });
  const { leadsTo, courseId, steps } = await transact(async (trx): Promise<Retried> => {
    await lockRun(trx, runId);
    // a concurrent duplicate locked the run's row first
    const theirs = await findRunByKey(trx, sent);
    if (theirs) return { ...NOTHING_TO_DO, leadsTo: theirs };
    const run = await trx('run')
      .join('course_run', 'run_id', 'id')
      .where({ id: runId, account_id: accountId })
      .first('status', 'plan', 'course_id', 'kind');
    if (!run) throw notFound('run');
    const placed = run.plan && placedLessons(run.plan as CoursePlan).find(({ planned }) => planned.lesson_id === lessonId);
    if (!placed) throw notFound('lesson');
    const isLive = run.status === 'running' || run.status === 'queued';
    if (!isLive && !(run.status === 'failed' && run.kind === 'course')) {
      if (run.status !== 'completed' || run.kind !== 'course') throw new ProductError('run.ended');
      return { ...NOTHING_TO_DO, leadsTo: null, courseId: run.course_id };
    }
    const added = isLive
      ? await retryInRun(trx, { id: runId, kind: run.kind }, placed)
      : await retryFailedRun(trx, { runId, accountId }, placed);
    await storeRunKey(trx, sent, runId);
    return { leadsTo: runId, courseId: null, steps: added };
  }).catch(async (error: unknown) => ({ ...NOTHING_TO_DO, leadsTo: await otherRun(error, sent, runId) }));
  if (courseId !== null) {
    const ofCourse = { accountId, courseId, lessonIds: [lessonId], instruction: '', missingFromRun: runId };
    const rewrite = await startRewrite({ ...ofCourse, requestId, idempotencyKey, fingerprint: sent.fingerprint });
    return { runId: rewrite.runId };
  }
  await dispatchOutbox(steps);
  await admitAfter('a retry');
  return { runId: leadsTo };
}

/** Either the run that writes the lesson, or the course that needs it. */
type Retried = { steps: string[] } & ({ leadsTo: string; courseId: null } | { leadsTo: null; courseId: string });
const NOTHING_TO_DO = { steps: [] as string[], courseId: null };

/** Retries within the live run. @returns ids of steps to dispatch after the commit @throws ProductError run.lesson_not_failed */
async function retryInRun(
  trx: Knex.Transaction,
  { id: runId, kind }: { id: string; kind: string },
  placed: PlacedLesson,
): Promise<string[]> {
  const { write, practice } = lessonKeys(placed.planned.lesson_id);
  const [reopened] = await reopenSteps(trx, { runId, keys: [write, practice] });
  if (reopened === undefined) throw new ProductError('run.lesson_not_failed');
  // an assembly in progress would omit the lesson: cancel it; it is added again when the lesson has ended
  await dropLiveSteps(trx, runId, ['assemble', 'finish']);
  await recordEvent(trx, runId, 'lesson.retried', retryWords(placed, reopened === practice));
  return advanceRun(trx, { id: runId, kind });
}

/** Resumes a failed run. @throws ProductError run.lesson_not_failed; run.ended; tokens.insufficient */
async function retryFailedRun(trx: Knex.Transaction, failed: { runId: string; accountId: string }, placed: PlacedLesson): Promise<[]> {
  const run = await readFailedRun(trx, failed);
  const reopened = run && (await requeueRun(trx, run, { by: 'owner', keys: [lessonKeys(placed.planned.lesson_id).write] }));
  if (reopened?.length !== 1) throw new ProductError('run.lesson_not_failed');
  await recordEvent(trx, failed.runId, 'lesson.retried', retryWords(placed, false));
  return [];
}

function retryWords(placed: PlacedLesson, isPractice: boolean): Sentence {
  const values = { lesson: numberOf(placed), title: placed.planned.title };
  return isPractice
    ? toSentence('The practice of lesson {lesson}, {title}, is written again at your request.', values)
    : toSentence('Lesson {lesson}, {title}, is being rewritten at your request.', values);
}
