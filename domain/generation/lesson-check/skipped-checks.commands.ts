import type { Knex } from 'knex';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { lessonsOf, type LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { addChecks, ofText } from '#domain/courses/content/lesson.commands.ts';
import { liveCourse } from '#domain/courses/content/live-lesson.queries.ts';
import { storeLessonTexts } from '#domain/courses/text/lesson-texts.command.ts';
import { lockCourse } from '#domain/courses/versions/version.commands.ts';
import type { StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { assembleLesson, isCorrected } from '#domain/generation/lessons/assemble-lesson.ts';
import { addWrittenPractice, addWrittenText } from '#domain/generation/lessons/written-lesson.commands.ts';
import { writtenTexts } from '#domain/generation/lessons/lesson-material.queries.ts';
import { placedLessons } from '#domain/generation/outline/course-plan.ts';
import { acceptLessons } from '#domain/generation/rewrites/rewrite.commands.ts';
import { rewritePlan, type RewriteRequest } from '#domain/generation/rewrites/rewrite-plan.ts';
import { runWork } from '#domain/generation/runs/course-of-run.ts';
import { deliveredShare } from '#domain/generation/runs/course-run.commands.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { hashOf } from '#domain/platform/runs/request-hash.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { attachRunKey, findRunByKey } from '#domain/platform/runs/run-key.ts';
import { sql } from '#domain/platform/sql.ts';
import { copyFinishedStep } from '#domain/platform/steps/step.commands.ts';
import { uncheckedLessons, type UncheckedLesson } from './skipped-checks.queries.ts';

/**
 * Starts one run that checks the lessons of a course which no second service could check when they were written, for the price that was not
 * charged then. While such a run of the course is in progress, it returns that run, so nothing is paid twice.
 * @throws ProductError not_found, also when the request the course was made from was deleted; run.lesson_not_failed when there is nothing
 * to check; idempotency.body_mismatch; tokens.insufficient; spend.user_cap, spend.install_cap; queue.full
 */
export async function checkSkippedLessons(given: {
  readonly accountId: string;
  readonly courseId: string;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
}): Promise<{ runId: string }> {
  const { accountId, requestId, idempotencyKey: key } = given;
  const sent = { accountId, key, fingerprint: ['review-skipped', given.courseId] };
  const earlier = await findRunByKey(database(), sent);
  if (earlier) return { runId: earlier };
  const { courseId, runId: ownRun, content, pinned } = await liveCourse(given);
  const dedupeKey = hashOf(['review-skipped', courseId]);
  const live = await findLive(accountId, dedupeKey);
  if (live) return { runId: await attachRunKey(sent, live) };
  const own =
    ownRun && (await database()('run').join('course_run', 'run_id', 'id').where({ id: ownRun }).first('request', 'plan', 'research'));
  if (!own) throw notFound('course');
  const { open, cost } = await uncheckedLessons(database(), { courseId, lessons: lessonsOf(content), pinned });
  if (open.length === 0) throw nothingSkipped();
  const lessonIds = open.map(({ lesson }) => lesson.lesson_id);
  const request: RewriteRequest = { ...own.request, instruction: '', missing_from_run: null, review_only: true };
  return acceptRun({
    kind: 'lesson',
    accountId,
    request,
    subject: own.request.topic,
    title: content.title,
    requestId,
    idempotencyKey: key,
    fingerprint: sent.fingerprint,
    dedupeKey,
    cost,
    isOvertaken: isNothingSkipped,
    async guard(trx) {
      const locked = await lockCourse(trx, accountId, courseId);
      const still = await uncheckedLessons(trx, { courseId, lessons: lessonsOf(locked.content), pinned });
      if (lessonIds.some((id) => !still.open.some(({ lesson }) => lesson.lesson_id === id))) throw nothingSkipped();
    },
    async begin(trx, runId) {
      const plan = rewritePlan(content, own.plan, lessonIds);
      await trx('course_run').insert({
        run_id: runId,
        target_course_id: courseId,
        plan: JSON.stringify(plan),
        research: own.research && JSON.stringify(own.research),
      });
      for (const lesson of open) await prepareCheck(trx, runId, lesson);
    },
  });
}

const nothingSkipped = () => new ProductError('run.lesson_not_failed', 'No lesson in this course is waiting to be checked.');

const isNothingSkipped = (error: unknown) => error instanceof ProductError && error.code === 'run.lesson_not_failed';

const findLive = async (accountId: string, dedupeKey: string): Promise<string | undefined> =>
  (await database()('run').where({ account_id: accountId, dedupe_key: dedupeKey }).whereIn('status', ['queued', 'running']).first('id'))
    ?.id;

/**
 * Prepares the check of a lesson, in the transaction that creates the run: it starts with the live text and its practice. A quiz that was
 * left out because nobody could check it is checked, too, as long as its run has kept it.
 */
async function prepareCheck(trx: Knex.Transaction, runId: string, { lesson, runId: writer }: UncheckedLesson): Promise<void> {
  const keys = lessonKeys(lesson.lesson_id);
  await addWrittenText(trx, runId, lesson, lesson.notes.filter(ofText));
  const isUnchecked = lesson.notes.includes('quiz_unchecked');
  if (isUnchecked) await copyFinishedStep(trx, runId, { fromRun: writer, key: keys.practice, unless: sql`false` });
  const copied = isUnchecked && (await trx('step').where({ run_id: runId, key: keys.practice }).first('id'));
  if (copied) return;
  await addWrittenPractice(trx, runId, lesson);
}

/**
 * Ends a run that has checked lessons. Corrected texts wait as a proposal; lessons that need no correction show at once which service
 * checked them. Lessons that could not be checked are not charged, and can be requested again.
 */
export async function finishChecks({ step }: StepWork): Promise<void> {
  const { runId, accountId } = step;
  const run = await database()('run')
    .join('course_run', 'run_id', 'id')
    .where({ id: runId })
    .first('target_course_id', 'title', 'notified_id');
  const work = await runWork(database(), runId);
  if (!run || !work) throw new Error(`run ${runId} has no plan to finish`);
  const courseId: string = run.target_course_id;
  const planned = placedLessons(work.plan).map((placed) => placed.planned);
  const checked = planned
    .filter(({ lesson_id: id }) => work.results[lessonKeys(id).check])
    .flatMap((lesson) => assembleLesson(lesson, work.results) ?? []);
  const corrected = checked.filter(({ lesson_id: id }) => isCorrected(id, work.results));
  const asTheyAre = checked.filter((lesson) => !corrected.includes(lesson));
  const waiting = new Set(corrected.map(({ lesson_id: id }) => id));
  await completeStep(step, {
    output: { lessons: checked.length },
    also: async (trx) => {
      await addChecks(trx, { accountId, courseId, runId, lessons: asTheyAre });
      await storeLessonTexts(trx, courseId, await writtenTexts(trx, runId));
      const lessonIds = planned.map(({ lesson_id: id }) => id).filter((id) => !waiting.has(id));
      await acceptLessons(trx, { runId, lessonIds, isAll: corrected.length === 0 });
      const { charge } = await completeRun(trx, { runId, share: deliveredShare(checked.length, planned.length) });
      await recordEvent(trx, runId, 'run.charged', charge);
      if (run.notified_id === null) return;
      const kind = corrected.length > 0 ? 'proposal.ready' : 'run.completed';
      const lessons = { delivered: checked.length, planned: planned.length };
      await addNotification(trx, {
        accountId: run.notified_id,
        subject: run.title,
        taskId: runId,
        courseId,
        lessons,
        kind,
        cause: `${kind}:${runId}`,
      });
    },
    event: { name: 'run.completed', message: endOf(checked.length, planned.length, corrected) },
  });
  await admitAfter('a run ended');
}

function endOf(count: number, n: number, corrected: readonly LessonContent[]): Sentence {
  const values = { count, n, corrected: corrected.length };
  return corrected.length === 0
    ? toSentence('Checked: {count} of {n} lessons. Nothing needed a correction.', values)
    : toSentence('Checked: {count} of {n} lessons. Corrections to compare with the course: {corrected}.', values);
}
