import type { Knex } from 'knex';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { addPractice, hasPractice } from '#domain/courses/content/lesson.commands.ts';
import { idsOf, lessonIdIn, liveCourse, liveContents } from '#domain/courses/content/live-lesson.queries.ts';
import { storeLessonTexts } from '#domain/courses/text/lesson-texts.command.ts';
import { replaceLessons } from '#domain/courses/versions/version.commands.ts';
import type { StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { assembleLesson } from '#domain/generation/lessons/assemble-lesson.ts';
import { writtenTexts } from '#domain/generation/lessons/lesson-material.queries.ts';
import { countUnchecked, deliveredShare } from '#domain/generation/runs/course-run.commands.ts';
import { runWork } from '#domain/generation/runs/course-of-run.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { database } from '#domain/platform/database.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { placedLessons, type CoursePlan, pricedLessons } from '#domain/generation/outline/course-plan.ts';
import type { ResearchDocument } from '#domain/generation/prompts/documents.ts';
import { missingCost } from '#domain/generation/lessons/missing-lessons.queries.ts';
import { LessonsBeingWritten, holdMissing, joinMissing } from '#domain/generation/lessons/missing-runs.ts';
import { missingPlan, rewritePlan, type RewriteRequest } from './rewrite-plan.ts';
import { preparePracticeRun, withoutPractice } from '#domain/generation/practice/practice-run.ts';
import { lessonsCost } from '#contract/generation/lesson-cost.ts';
import { hashOf } from '#domain/platform/runs/request-hash.ts';
import { attachRunKey, findRunByKey, type SentRequest } from '#domain/platform/runs/run-key.ts';

export interface StartRewrite {
  readonly accountId: string;
  readonly courseId: string;
  /** Lesson ids, or `0_1` in the live version. */
  readonly lessonIds: readonly string[];
  /** The requested change, in the learner's words; '' for no instruction. */
  readonly instruction: string;
  readonly requestId: string;
  /** The course's own run, when it could not write these lessons or their practice: the results are added to the course automatically. */
  readonly missingFromRun?: string;
  readonly idempotencyKey?: string | undefined;
  /** The part that the idempotency key identifies (the module, or the failed run), if not these lessons and this instruction. */
  readonly fingerprint?: unknown;
  /** Its batch: the installation pays, and no notification is sent. */
  readonly batchId?: string;
  /** Its calls may wait for the vendors' batch services. */
  readonly byVendorBatch?: boolean;
  /** The batch belongs to the owner, who pays. */
  readonly ownerPays?: boolean;
}

/**
 * Starts a run that writes single lessons of a course: no other lesson is written, and the course does not change until the learner
 * accepts. There is one live run for the same lessons of a course: a repeat returns it. Repeating the idempotency key returns the same run
 * even after it has ended, however the course has changed since.
 * @returns the run, and whether this call created it
 * @throws ProductError not_found for a missing course or lesson, or when the request the course was made from was deleted;
 * idempotency.body_mismatch; course.lesson_pinned; course.lesson_rewriting when they are being rewritten with another instruction, or only
 * some of the missing ones are being written; run.lesson_not_failed when a lesson said to be missing exists; spend.user_cap,
 * spend.install_cap; tokens.insufficient with `needed` and `available`
 */
export async function startRewrite(given: StartRewrite): Promise<{ runId: string; created: boolean }> {
  const { accountId, instruction, requestId } = given;
  const sent = sentRequest(given);
  const earlier = await findRunByKey(database(), sent);
  if (earlier) return { runId: earlier, created: false };
  const source = await sourceOf(given);
  const { courseId, plan } = source;
  const lessonIds = placedLessons(plan).map(({ planned }) => planned.lesson_id);
  const isPractice = source.practiceOf !== undefined;
  const isMissing = given.missingFromRun !== undefined;
  const dedupeKey = hashOf(['rewrite', courseId, lessonIds.toSorted()]);
  const request: RewriteRequest = {
    ...source.form,
    instruction,
    missing_from_run: given.missingFromRun ?? null,
    ...(isPractice && { practice_only: true }),
  };
  const find = async () =>
    (await findRunByKey(database(), sent)) ??
    (await joinLive(sent, dedupeKey, instruction)) ??
    (isMissing ? await joinMissing(sent, { courseId, lessonIds, isPractice }) : null);
  return acceptRun({
    kind: 'lesson',
    accountId,
    request,
    subject: source.form.topic,
    title: titleOf(plan),
    requestId,
    idempotencyKey: sent.key,
    fingerprint: sent.fingerprint,
    dedupeKey,
    find,
    cost: source.cost,
    ...(given.batchId !== undefined && {
      parentId: given.batchId,
      lane: 'batch' as const,
      byVendorBatch: given.byVendorBatch,
      payerId: given.ownerPays ? accountId : null,
      cappedId: given.ownerPays ? accountId : null,
      notifiedId: null,
    }),
    isOvertaken: (error) => error instanceof LessonsBeingWritten,
    guard: async (trx) => {
      if (isMissing) await holdMissing(trx, { accountId, courseId, lessonIds, isPractice });
    },
    begin: async (trx, runId) => {
      await trx('course_run').insert({
        run_id: runId,
        target_course_id: courseId,
        plan: JSON.stringify(plan),
        research: source.research && JSON.stringify(source.research),
      });
      for (const lesson of source.practiceOf?.lessons ?? [])
        await preparePracticeRun(trx, runId, lesson, { courseId, fromRun: source.practiceOf!.fromRun });
    },
  });
}

/**
 * Returns the live run for these lessons, if there is one, and stores the idempotency key for it.
 * @throws ProductError course.lesson_rewriting: an instruction must not be dropped silently
 */
async function joinLive(sent: SentRequest, dedupeKey: string, instruction: string): Promise<string | null> {
  const live = await database()('run')
    .where({ account_id: sent.accountId, dedupe_key: dedupeKey })
    .whereIn('status', ['queued', 'running'])
    .first<{ id: string; instruction: string } | undefined>('id', expression(database(), sql`request->>'instruction' as instruction`));
  if (!live) return null;
  if (live.instruction !== instruction)
    throw new ProductError(
      'course.lesson_rewriting',
      'This lesson is already being rewritten with a different request. Stop that first, or wait until it is done.',
    );
  return attachRunKey(sent, live.id);
}

interface Source {
  readonly courseId: string;
  readonly form: CourseForm;
  readonly research: ResearchDocument | null;
  readonly plan: CoursePlan;
  /**
   * Returns the maximum cost in hundredths of a token. A lesson costs its share of a course: of the planned course if it was left out, of
   * the current one if it is rewritten.
   */
  readonly cost: number;
  /** The live lessons that lack only their practice, and the run that wrote them. */
  readonly practiceOf?: { readonly lessons: readonly LessonContent[]; readonly fromRun: string };
}

async function sourceOf({ accountId, courseId, lessonIds, missingFromRun }: StartRewrite): Promise<Source> {
  const course = await liveCourse({ accountId, courseId });
  const run =
    course.runId &&
    (await database()('run')
      .join('course_run', 'run_id', 'id')
      .where({ id: course.runId, account_id: accountId })
      .first('id', 'attempt', 'request', 'plan', 'research'));
  if (!run)
    throw new ProductError(
      'not_found',
      'The request this course was created from no longer exists. Its lessons can only be edited manually.',
    );
  const shared = { courseId: course.courseId, form: run.request, research: run.research };
  const live = idsOf(course.content);

  if (missingFromRun !== undefined) {
    if (run.id !== missingFromRun) throw notFound('run');
    const plan = run.plan as CoursePlan | null;
    const planned = new Set(plan?.modules.flatMap((module) => module.lessons.map((lesson) => lesson.lesson_id)));
    if (!plan || lessonIds.length === 0 || !lessonIds.every((id) => planned.has(id))) throw notFound('lesson');
    const there = course.content.modules.flatMap(({ lessons }) => lessons).filter(({ lesson_id: id }) => lessonIds.includes(id));
    if (there.length > 0) {
      if ((await withoutPractice(database(), run.id, there)).length < lessonIds.length) throw new ProductError('run.lesson_not_failed');
      // the course was charged for the lessons including their practice
      return { ...shared, plan: missingPlan(plan, lessonIds), cost: 0, practiceOf: { lessons: there, fromRun: run.id } };
    }
    const cost = await missingCost({ courseId: course.courseId, run, planned: pricedLessons(plan), lessonIds });
    return { ...shared, plan: missingPlan(plan, lessonIds), cost };
  }
  const ids = lessonIds.map((id) => lessonIdIn(live, id));
  if (ids.length === 0) throw notFound('lesson');
  if (ids.some((id) => course.pinned.includes(id)))
    throw new ProductError('course.lesson_pinned', 'This lesson is pinned. Unpin it to rewrite it.');
  return { ...shared, plan: rewritePlan(course.content, run.plan, ids), cost: lessonsCost(ids.length, live.flat().length) };
}

/** Returns the lesson's title; for several lessons, their module's or the course's. */
function titleOf(plan: CoursePlan): string {
  const lessons = placedLessons(plan);
  if (lessons.length === 1) return lessons[0]!.planned.title;
  return plan.modules.length === 1 ? plan.modules[0]!.title : plan.title;
}

const sentRequest = ({ accountId, idempotencyKey: key, fingerprint, courseId, lessonIds, instruction }: StartRewrite): SentRequest => ({
  accountId,
  key,
  fingerprint: fingerprint ?? ['regenerate-lessons', courseId, lessonIds, instruction],
});

/**
 * Starts a run that rewrites the lessons of one module; pinned ones are skipped.
 * @param given `module` counts from 0 in the live version
 * @throws ProductError like `startRewrite`; course.lesson_pinned when every lesson of the module is pinned
 */
export async function rewriteModule(given: {
  accountId: string;
  courseId: string;
  module: number;
  instruction: string;
  requestId: string;
  idempotencyKey?: string | undefined;
}): Promise<{ runId: string; created: boolean }> {
  const { accountId, idempotencyKey: key } = given;
  const fingerprint = ['regenerate-module', given.courseId, given.module, given.instruction];
  // before reading the course, which may have changed since the first request
  const earlier = await findRunByKey(database(), { accountId, key, fingerprint });
  if (earlier) return { runId: earlier, created: false };
  const { contents, pinned } = await liveContents(given);
  const lessons = idsOf(contents)[given.module];
  if (!lessons) throw notFound('module');
  const lessonIds = lessons.filter((id) => !pinned.includes(id));
  if (lessonIds.length === 0)
    throw new ProductError('course.lesson_pinned', 'Every lesson in this module is pinned. Unpin one to rewrite it.');
  return startRewrite({ ...given, lessonIds, fingerprint });
}

/**
 * Ends a rewrite: the run is completed and its lessons wait as a proposal; the course does not change. Lessons that the course lacked are
 * added to it at once, in the same transaction.
 */
export async function finishRewrite({ step }: StepWork): Promise<void> {
  const { runId, accountId } = step;
  const run = await database()('run')
    .join('course_run', 'run_id', 'id')
    .where({ id: runId })
    .first('target_course_id', 'title', 'notified_id');
  const work = await runWork(database(), runId);
  if (!run || !work) throw new Error(`run ${runId} has no plan to finish`);
  const planned = placedLessons(work.plan);
  const lessons = planned.flatMap((placed) => assembleLesson(placed.planned, work.results) ?? []);
  const courseId: string = run.target_course_id;
  const { missing_from_run: missingFrom, practice_only: isPractice = false } = step.request as RewriteRequest;
  const isMissing = missingFrom !== null;
  // some lessons may have failed; practice without any remaining question does not count
  const delivered = isPractice ? lessons.filter(hasPractice).length : lessons.length;
  await completeStep(step, {
    output: { lessons: lessons.length },
    also: async (trx) => {
      if (isPractice)
        await addPractice(trx, { accountId, courseId, runId, lessons: lessons.filter(({ notes }) => !notes.includes('no_practice')) });
      else if (isMissing)
        await replaceLessons(trx, { accountId, courseId, runId, lessons, order: work.plan.outline ?? [], kind: 'completed' });
      if (isMissing) await storeLessonTexts(trx, courseId, await writtenTexts(trx, runId));
      if (isMissing) await trx('course_run').where({ run_id: runId }).whereNull('settled').update({ settled: 'accepted' });
      const { charge } = await completeRun(trx, {
        runId,
        share: deliveredShare(delivered, planned.length, isPractice ? 0 : countUnchecked(lessons)),
      });
      await recordEvent(trx, runId, 'run.charged', charge);
      const counts = { delivered, planned: planned.length };
      if (run.notified_id === null) return;
      const notice = { accountId: run.notified_id, subject: run.title, taskId: runId, courseId, lessons: counts };
      await addNotification(
        trx,
        isMissing
          ? { ...notice, kind: 'run.completed', cause: `run.completed:${runId}` }
          : { ...notice, kind: 'proposal.ready', cause: `proposal.ready:${runId}` },
      );
    },
    event: {
      name: 'run.completed',
      message: isPractice ? endOfPractice(lessons) : endOf(lessons.length, planned.length, isMissing),
    },
  });
  await admitAfter('a run ended');
}

function endOfPractice(lessons: readonly LessonContent[]): Sentence {
  if (lessons.some(hasPractice)) return toSentence('The practice is part of the course now.');
  return lessons.some(({ notes }) => notes.includes('quiz_dropped'))
    ? toSentence('A new quiz was also left out: the service that checked it disagreed with its answers.')
    : toSentence('A new quiz was also left out: no service could check it.');
}

function endOf(count: number, planned: number, isMissing: boolean): Sentence {
  const values = { count, n: planned };
  if (planned === 1)
    return isMissing
      ? toSentence('The lesson is written and part of the course now.')
      : toSentence('The lesson is written and can be compared with the course.');
  if (count === planned)
    return isMissing
      ? toSentence(
          '{n, plural, one {The lesson is written and is now part of the course.} other {All # lessons are written and are now part of the course.}}',
          { n: planned },
        )
      : toSentence(
          '{n, plural, one {The lesson is ready to compare with the course.} other {All # lessons are ready to compare with the course.}}',
          { n: planned },
        );
  return isMissing
    ? toSentence('Written and part of the course now: {count} of {n} lessons.', values)
    : toSentence('Written, to be compared with the course: {count} of {n} lessons.', values);
}

/**
 * Marks lessons of a rewrite accepted, and the rewrite itself when nothing is left to decide, in the transaction that holds its row.
 * @param lessonIds all lessons accepted by now
 */
export async function acceptLessons(
  trx: Knex.Transaction,
  { runId, lessonIds, isAll }: { runId: string; lessonIds: readonly string[]; isAll: boolean },
): Promise<void> {
  await trx('course_run')
    .where({ run_id: runId })
    .update({ accepted_lessons: [...lessonIds], ...(isAll && { settled: 'accepted' }) });
}

/** Marks a rewrite, or the rest of it, discarded, in the transaction that holds its row. */
export async function discardLessons(trx: Knex.Transaction, runId: string): Promise<void> {
  await trx('course_run').where({ run_id: runId }).update({ settled: 'discarded' });
}
