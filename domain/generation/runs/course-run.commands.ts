import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { FORM_LIMITS, type CourseForm } from '#contract/generation/course-form.contract.ts';
import { MOST_GOALS } from '#contract/generation/topics.contract.ts';
import { shareOf } from '#contract/generation/lesson-cost.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { isChecked, type CourseContent, type LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { createCourse } from '#domain/courses/content/course.commands.ts';
import { storeLessonTexts } from '#domain/courses/text/lesson-texts.command.ts';
import { awardReached } from '#domain/dashboard/activity.commands.ts';
import { writtenTexts } from '#domain/generation/lessons/lesson-material.queries.ts';
import { placedLessons, pricedLessons } from '#domain/generation/outline/course-plan.ts';
import { findInLibrary } from '#domain/generation/topics/topic.queries.ts';
import { fieldProblem, ProductError } from '#domain/platform/errors.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { recordEvents } from '#domain/platform/runs/run-event.ts';
import type { RunRef } from '#domain/platform/runs/run-kind.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { POINTS } from '#contract/dashboard/points.ts';
import { awardPoints } from '#domain/dashboard/award-points.command.ts';
import { takeWrittenLessons } from '#domain/studio/creator-course.commands.ts';
import { addSimulation } from '#domain/simulations/simulation.commands.ts';
import { insufficient } from '#domain/billing/ledger/hold.commands.ts';
import { coursePrice } from '#domain/generation/quotes/course-quote.commands.ts';
import { roomProblem } from '#domain/generation/answers/small-models.queries.ts';
import { addPictures } from '#domain/generation/pictures/picture.commands.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { isDemo } from '#domain/vendors/llm/voices.ts';
import { useSources } from '#domain/sources/source.commands.ts';
import { hashOf, normalForm } from '#domain/platform/runs/request-hash.ts';
import { courseContent, orchestrationOf, runWork, type RunWork } from './course-of-run.ts';
import { lessonKeys } from './stage-order.ts';

export interface StartRun {
  readonly accountId: string;
  readonly form: CourseForm;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
}

const NO_COMPONENTS: CourseForm['ai_components'] = {
  veo3_enabled: false,
  imagen_enabled: false,
  genie3_enabled: false,
  vortex_enabled: false,
};

/**
 * Decides what is written. Where services write: a course on the topic. Otherwise the demo library gives the general course to learners who
 * ask for it, and for topics it does not cover: at once, and without pictures, clips and scenes, which would not fit the topic. Any other
 * course gets those of the library that fit, and no others.
 */
async function settled(form: CourseForm): Promise<CourseForm> {
  if (!isDemo()) return { ...form, general_course: false };
  const { topic, learning_goals: goals, language_preference: language, ai_components: parts } = form;
  const found = form.general_course ? null : await findInLibrary({ topic, goals: goals.slice(0, MOST_GOALS), language });
  if (form.general_course || found?.match === 'none' || found?.match === 'other_language')
    return { ...form, general_course: true, review_outline: false, ai_components: NO_COMPONENTS };
  const fits = found?.fits ?? { pictures: true, scene: true };
  return {
    ...form,
    ai_components: {
      ...parts,
      veo3_enabled: parts.veo3_enabled && fits.pictures,
      imagen_enabled: parts.imagen_enabled && fits.pictures,
      genie3_enabled: parts.genie3_enabled && fits.scene,
    },
  };
}

/**
 * Accepts a course request: exactly one run, whatever happens (`acceptRun`). Without a key the same form of the same user returns the live
 * run, or one completed in the last ten minutes (decision G29).
 * @returns the run, and whether this call created it
 * @throws ProductError validation.failed for a child without an agreement (G33); vendors.context_too_small; source.not_ready;
 * idempotency.body_mismatch, spend.user_cap, spend.install_cap; tokens.insufficient with `needed` and `available`
 */
export async function startRun({ accountId, form, requestId, idempotencyKey }: StartRun): Promise<{ runId: string; created: boolean }> {
  if (form.age < FORM_LIMITS.agreement_below && !form.guardian_agreement) throw noAgreement();
  const { user_id: _, ...sent } = form;
  const fingerprint = comparableForm(sent);
  const { user_id: _user, ...request } = await settled(form);
  const noRoom = await roomProblem(request);
  return acceptRun({
    kind: 'course',
    accountId,
    request,
    subject: request.topic,
    requestId,
    idempotencyKey,
    fingerprint,
    dedupeKey: idempotencyKey === undefined ? hashOf(fingerprint) : null,
    // an existing run is returned, whichever services are connected now
    async guard() {
      if (noRoom) throw noRoom;
    },
    async begin(trx, runId) {
      await trx('course_run').insert({ run_id: runId });
      await useSources(trx, { accountId, runId, sourceIds: request.source_ids });
      for (const add of [addPictures, addSimulationIfChosen]) await add(trx, { accountId, runId, form: request, requestId });
    },
  }).catch(async (error: unknown) => {
    throw error instanceof ProductError && error.code === 'tokens.insufficient' ? await wholeNeed(accountId, request) : error;
  });
}

const addSimulationIfChosen: typeof addSimulation = async (trx, course) => {
  if (course.form.ai_components.genie3_enabled) await addSimulation(trx, course);
};

/** Returns the error for a course that the account's tokens do not cover, with the price of the whole form, whichever part did not fit. */
async function wholeNeed(accountId: string, form: CourseForm): Promise<ProductError> {
  const { price, balance, pool } = await coursePrice(accountId, form);
  return insufficient(price, Math.round(balance * 100), pool === null ? null : Math.round(pool * 100));
}

function noAgreement(): ProductError {
  const message = toSentence('must be true for learners under 13: a parent, a guardian or their school must agree');
  return new ProductError('validation.failed', 'For learners under 13, a parent or their school has to agree.', {
    data: { errors: [fieldProblem('guardian_agreement', message)] },
  });
}

/**
 * Normalises a form for comparison: lists without a meaningful order are sorted and deduplicated. The course is written from the form as it
 * was sent.
 */
export const comparableForm = (form: Omit<CourseForm, 'user_id'>): unknown =>
  normalForm({ ...form, accessibility_options: [...new Set(form.accessibility_options)].toSorted() });

/** Price share of a lesson that no second service has checked: three quarters. */
export const CHECKED = { parts: 4, withoutCheck: 3 };

/**
 * Returns the share of the tokens to charge for delivered lessons out of the planned ones.
 * @param unchecked number of delivered lessons that no second service could check
 */
export const deliveredShare =
  (delivered: number, planned: number, unchecked = 0) =>
  (reserved: number): number =>
    shareOf(reserved, (delivered - unchecked) * CHECKED.parts + unchecked * CHECKED.withoutCheck, planned * CHECKED.parts);

/** Returns the number of lessons that no second service has checked. */
export const countUnchecked = (lessons: readonly Pick<LessonContent, 'reviewed_by' | 'of_library'>[]): number =>
  lessons.filter((lesson) => !isChecked(lesson)).length;

interface Completion {
  readonly runId: string;
  readonly accountId: string;
  readonly form: CourseForm;
  readonly work: RunWork;
  /** The learner ended it early and keeps the finished lessons. */
  readonly stopped?: boolean;
}

/**
 * Creates the course of a run from its finished steps, charges it and ends the run, in the caller's transaction, which holds the run's row:
 * neither a course without an ended run nor the reverse can exist. A unit of the plan is used whole, unless the learner stopped before half
 * of the lessons were written (A12).
 * @returns the course's id and content, and a sentence about the charge
 */
export async function completeCourse(
  trx: Knex.Transaction,
  { runId, accountId, form, work, stopped = false }: Completion,
): Promise<{ courseId: string; content: CourseContent; charge: Sentence }> {
  const content = courseContent(work, form);
  const courseId = await createCourse(trx, { accountId, runId, courseId: uuidv7(), form, document: content });
  await storeLessonTexts(trx, courseId, await writtenTexts(trx, runId));
  await trx('course_run').where({ run_id: runId }).update({ course_id: courseId });
  if (form.creator_course_id) await takeWrittenLessons(trx, { accountId, id: form.creator_course_id, courseId, content });
  const planned = placedLessons(work.plan).length;
  const delivered = planned - content.missing_lessons;
  const { charge } = await completeRun(trx, {
    runId,
    result: orchestrationOf(work, content),
    // a learner who stops a course early has not waited for its checks
    share: deliveredShare(
      delivered,
      pricedLessons(work.plan),
      stopped ? 0 : countUnchecked(content.modules.flatMap(({ lessons }) => lessons)),
    ),
    isUnitUsed: !stopped || delivered * 2 >= planned,
    stopped,
  });
  // a course that was stopped early earns no points
  if (!stopped) {
    await awardPoints(trx, { accountId, cause: `course:${runId}`, points: POINTS.course_generated });
    await awardReached(trx, accountId, ['generated']);
  }
  return { courseId, content, charge };
}

/** Logs the services that are working when a run is stopped: their usage counts, although their answers are lost. */
export async function recordCutOff(trx: Knex.Transaction, runId: string): Promise<void> {
  const services = (await trx('step')
    .where({ run_id: runId, state: 'running' })
    .whereNotNull('service')
    .distinct('service')
    .pluck('service')) as Service[];
  const message = (service: Service) =>
    toSentence('{service} was still working when you stopped the run, so its part was not used.', {
      service: SERVICE_NAMES[service],
    });
  await recordEvents(
    trx,
    runId,
    services.toSorted().map((service) => ({ name: 'service.cut_off', message: message(service) })),
  );
}

/** Completes a stopped run with its written lessons. @returns false when there is none */
export async function keepLessons(trx: Knex.Transaction, { id: runId, accountId, request }: RunRef): Promise<boolean> {
  const work = await runWork(trx, runId);
  const lessons = work ? placedLessons(work.plan) : [];
  const written = lessons.filter(({ planned }) => work?.results[lessonKeys(planned.lesson_id).write]).length;
  if (!work || written === 0 || accountId === null) return false;
  const { charge } = await completeCourse(trx, { runId, accountId, form: request as CourseForm, work, stopped: true });
  await recordEvents(trx, runId, [
    { name: 'run.stopped', message: toSentence('You stopped it and kept {kept} of {n} lessons.', { kept: written, n: lessons.length }) },
    { name: 'run.charged', message: charge },
  ]);
  return true;
}
