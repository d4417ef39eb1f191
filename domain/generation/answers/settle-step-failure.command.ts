import type { Knex } from 'knex';
import { lookup } from '#contract/platform/lookup.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { endStep, OWN_FAILURES } from '#domain/platform/runs/settle-failure.command.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { deferStep } from '#domain/platform/steps/defer-step.command.ts';
import type { ClaimedStep, FailedAttempt, StepFailure } from '#domain/platform/steps/step.ts';
import { failedTry, triesOf, withTry } from '#domain/vendors/llm/outage-patience.ts';
import { VendorFailure, type FailureCode } from '#domain/vendors/llm/vendor-failure.ts';
import { ServicesExhausted } from './ask-for-step.ts';
import { numberOf, placedLessons, type CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { TRIES_PER_SERVICE } from './roles.ts';

/**
 * Decides the consequence of a step's failed try: another try after a doubling pause (with jitter), or the step's failure when no candidate
 * is left, when the error is final, or when our own code fails repeatedly. Every try is stored on the row with its service and code. A lost
 * hold changes nothing.
 * @returns the reason when the step has failed for good
 */
export async function settleStepFailure(step: ClaimedStep, error: unknown): Promise<StepFailure | void> {
  if (error instanceof ServicesExhausted) {
    const models = error.unreadable.join(', ');
    const detail = models ? `no service is left to ask; what ${models} answers cannot be used` : 'no service is left to ask';
    return failFor(step, { code: 'vendors.exhausted', detail, models }, error.tried);
  }
  if (error instanceof ProductError) return failFor(step, { code: error.code, detail: error.message }, step.tried);

  const failure = error instanceof VendorFailure ? error : null;
  const entry: FailedAttempt = failure ? failedTry(failure) : { service: null, code: 'internal', at: new Date().toISOString() };
  const tried = withTry(step.tried, entry);
  logger().warn(
    { err: error, run_id: step.runId, step: step.key, request_id: step.requestId, tries: triesOf(tried, entry.service) },
    'step: an attempt failed',
  );
  if (!failure && tried.filter((one) => one.service === null).length >= OWN_FAILURES) {
    return failFor(step, { code: 'internal', detail: error instanceof Error ? error.message : String(error) }, tried);
  }
  // a waiting step logs the service it waits for, not every try
  const isNews = tried.length > step.tried.length;
  const event =
    failure && isNews ? { name: 'service.failed', message: tryFailedWords(failure, await lessonNumber(database(), step)) } : undefined;
  await deferStep(step, new Date(Date.now() + pauseMs(tried, failure)), tried, event);
}

/** Longest pause before an unreachable service is asked again, in ms. */
const LONGEST_PAUSE_MS = 5_000;

/**
 * Returns the pause before the next try, in ms. It doubles, half of it jitter, while the same service is retried. 0 when another service is
 * next, after an unusable answer, and after the first 429s, whose closed bucket sets the time.
 */
function pauseMs(tried: readonly FailedAttempt[], failure: VendorFailure | null): number {
  const failures = triesOf(tried, failure?.service ?? null);
  if (failure && (failures === TRIES_PER_SERVICE || failure.kind !== 'retryable')) return 0;
  if (failure?.code === 'vendors.rate_limited' && failures < TRIES_PER_SERVICE) return 0;
  const longest = Math.min(LONGEST_PAUSE_MS, Math.max(0, failure?.leftMs ?? Infinity));
  const base = Math.min(longest, config().vendor.retryBaseMs * 2 ** (failures - 1));
  return base / 2 + Math.random() * (base / 2);
}

/** Returns the number of the step's lesson for users, `2.1`; null for a step of the whole course. */
async function lessonNumber(knex: Knex, { runId, itemId: lessonId }: ClaimedStep): Promise<string | null> {
  if (lessonId === null) return null;
  const run: { plan: CoursePlan } = await knex('course_run').where({ run_id: runId }).first('plan');
  const placed = placedLessons(run.plan).find(({ planned }) => planned.lesson_id === lessonId);
  return placed ? numberOf(placed) : null;
}

interface Cause {
  readonly code: string;
  /** For operators. */
  readonly detail: string;
  /** Models with unusable answers, if that is the reason; otherwise '' or absent. */
  readonly models?: string;
}

/** Fails the step, naming its lesson in the run's log. */
function failFor(step: ClaimedStep, { code, detail, models = '' }: Cause, tried: readonly FailedAttempt[]): Promise<StepFailure> {
  const message = async (trx: Knex.Transaction) => {
    const lesson = await lessonNumber(trx, step);
    const outline = await trx('step').where({ run_id: step.runId, key: 'outline', state: 'completed' }).first('id');
    return stepFailedWords({ job: step.job, code, models, lesson, hasOutline: outline !== undefined });
  };
  return endStep(step, { code, detail, tried, message });
}

type Say = (values: Sentence['values']) => Sentence;

type Reason = 'vendors.exhausted' | 'unreadable' | 'spend.user_cap' | 'spend.install_cap' | 'internal';

const LESSON_FAILED: Readonly<Record<Reason, Say>> = {
  'vendors.exhausted': (values) =>
    toSentence('Lesson {lesson} could not be written: none of the available services could write it.', values),
  unreadable: (values) => toSentence('Lesson {lesson} could not be written: the answers from {models} cannot be used.', values),
  'spend.user_cap': (values) => toSentence('Lesson {lesson} could not be written: your generation allowance for today is used up.', values),
  'spend.install_cap': (values) => toSentence('Lesson {lesson} could not be written: generation is paused for today.', values),
  internal: (values) => toSentence('Lesson {lesson} could not be written: something went wrong on our side.', values),
};

const PRACTICE_FAILED: Readonly<Record<Reason, Say>> = {
  'vendors.exhausted': (values) =>
    toSentence('The practice of lesson {lesson} could not be written: none of the available services could write it.', values),
  unreadable: (values) =>
    toSentence('The practice of lesson {lesson} could not be written: the answers from {models} cannot be used.', values),
  'spend.user_cap': (values) =>
    toSentence('The practice of lesson {lesson} could not be written: your generation allowance for today is used up.', values),
  'spend.install_cap': (values) =>
    toSentence('The practice of lesson {lesson} could not be written: generation is paused for today.', values),
  internal: (values) => toSentence('The practice of lesson {lesson} could not be written: something went wrong on our side.', values),
};

const WORKSHOP_FAILED: Readonly<Record<Reason, Say>> = {
  'vendors.exhausted': (values) =>
    toSentence('The workshop with lesson {lesson} could not be written: none of the available services could write it.', values),
  unreadable: (values) =>
    toSentence('The workshop with lesson {lesson} could not be written: the answers from {models} cannot be used.', values),
  'spend.user_cap': (values) =>
    toSentence('The workshop with lesson {lesson} could not be written: your generation allowance for today is used up.', values),
  'spend.install_cap': (values) =>
    toSentence('The workshop with lesson {lesson} could not be written: generation is paused for today.', values),
  internal: (values) => toSentence('The workshop with lesson {lesson} could not be written: something went wrong on our side.', values),
};

const CHECK_FAILED: Readonly<Record<Reason, Say>> = {
  'vendors.exhausted': (values) =>
    toSentence('Lesson {lesson} could not be checked: none of the available services could check it.', values),
  unreadable: (values) => toSentence('Lesson {lesson} could not be checked: the answers from {models} cannot be used.', values),
  'spend.user_cap': (values) => toSentence('Lesson {lesson} could not be checked: your generation allowance for today is used up.', values),
  'spend.install_cap': (values) => toSentence('Lesson {lesson} could not be checked: generation is paused for today.', values),
  internal: (values) => toSentence('Lesson {lesson} could not be checked: something went wrong on our side.', values),
};

/** Steps of the whole course: if one of them fails the run, the run's end states the reason. */
const COURSE_STEP_FAILED: Readonly<Record<string, Say>> = lookup({
  'draft-outline': () => toSentence('The outline could not be written.'),
  'research-topic': () => toSentence('Research on the topic failed.'),
  'write-module': () => toSentence('A module could not be written at once. Its lessons are written one after the other.'),
  'edit-course': () => toSentence('The course could not be read as a whole. It stays as it is.'),
  'apply-edits': () => toSentence('The suggested changes could not be made. The course stays as it is.'),
  'finish-editing': () => toSentence('The suggested changes could not be made. The course stays as it is.'),
});

interface FailedStep {
  readonly job: string;
  readonly code: string;
  readonly models: string;
  /** Its number, `2.1`; null for a step of the whole course. */
  readonly lesson: string | null;
  /** An outline exists, so lessons will be written. */
  readonly hasOutline: boolean;
}

/** Returns the log sentence for a step that failed for good. */
function stepFailedWords({ job, code, models, lesson, hasOutline }: FailedStep): Sentence {
  if (job === 'research-topic' && hasOutline) return toSentence('Research on the topic failed. The lessons will be written without it.');
  if (lesson === null) return (COURSE_STEP_FAILED[job] ?? (() => toSentence('The finished parts could not be assembled.')))({});
  const words =
    { 'write-lesson': LESSON_FAILED, 'write-practice': PRACTICE_FAILED, 'write-workshop': WORKSHOP_FAILED }[job] ?? CHECK_FAILED;
  const reason = models ? 'unreadable' : code;
  return (reason in words ? words[reason as Reason] : words.internal)({ lesson, models });
}

/** Details in addition to the code: an answer that was cut off, and a service whose key, balance or model only an operator can change. */
type Words = Readonly<Record<FailureCode | 'truncated' | 'misconfigured', (values: Sentence['values']) => Sentence>>;

// whole sentences, not fragments, because each is translated separately
const TRY_FAILED: Words = {
  misconfigured: (values) =>
    toSentence('{service} is off until an operator fixes its connection. We will try again or switch to another service.', values),
  'vendors.unavailable': (values) => toSentence('{service} could not be reached. We will try again or switch to another service.', values),
  'vendors.timed_out': (values) => toSentence('{service} did not answer in time. We will try again or switch to another service.', values),
  'vendors.rate_limited': (values) => toSentence('{service} was too busy. We will try again or switch to another service.', values),
  'vendors.refused': (values) => toSentence('{service} declined its part. Another service is taking over.', values),
  'vendors.broken_output': (values) =>
    toSentence('{service} sent an answer that could not be used. We will try again or switch to another service.', values),
  truncated: (values) => toSentence('{service} sent an incomplete answer. We will try again or switch to another service.', values),
};

const LESSON_TRY_FAILED: Words = {
  misconfigured: (values) =>
    toSentence(
      'Lesson {lesson}: {service} is off until an operator fixes its connection. We will try again or switch to another service.',
      values,
    ),
  'vendors.unavailable': (values) =>
    toSentence('Lesson {lesson}: {service} could not be reached. We will try again or switch to another service.', values),
  'vendors.timed_out': (values) =>
    toSentence('Lesson {lesson}: {service} did not answer in time. We will try again or switch to another service.', values),
  'vendors.rate_limited': (values) =>
    toSentence('Lesson {lesson}: {service} was too busy. We will try again or switch to another service.', values),
  'vendors.refused': (values) => toSentence('Lesson {lesson}: {service} declined its part. Another service is taking over.', values),
  'vendors.broken_output': (values) =>
    toSentence('Lesson {lesson}: {service} sent an answer that could not be used. We will try again or switch to another service.', values),
  truncated: (values) =>
    toSentence('Lesson {lesson}: {service} sent an incomplete answer. We will try again or switch to another service.', values),
};

const LAST_TRY_FAILED: Words = {
  misconfigured: (values) => toSentence('{service} is off until an operator fixes its connection.', values),
  'vendors.unavailable': (values) => toSentence('{service} could not be reached.', values),
  'vendors.timed_out': (values) => toSentence('{service} did not answer in time.', values),
  'vendors.rate_limited': (values) => toSentence('{service} was too busy.', values),
  'vendors.refused': (values) => toSentence('{service} declined its part.', values),
  'vendors.broken_output': (values) => toSentence('{service} sent an answer that could not be used.', values),
  truncated: (values) => toSentence('{service} sent an incomplete answer.', values),
};

const LESSON_LAST_TRY_FAILED: Words = {
  misconfigured: (values) => toSentence('Lesson {lesson}: {service} is off until an operator fixes its connection.', values),
  'vendors.unavailable': (values) => toSentence('Lesson {lesson}: {service} could not be reached.', values),
  'vendors.timed_out': (values) => toSentence('Lesson {lesson}: {service} did not answer in time.', values),
  'vendors.rate_limited': (values) => toSentence('Lesson {lesson}: {service} was too busy.', values),
  'vendors.refused': (values) => toSentence('Lesson {lesson}: {service} declined its part.', values),
  'vendors.broken_output': (values) => toSentence('Lesson {lesson}: {service} sent an answer that could not be used.', values),
  truncated: (values) => toSentence('Lesson {lesson}: {service} sent an incomplete answer.', values),
};

type Failure = Pick<VendorFailure, 'service' | 'code' | 'truncated' | 'misconfigured' | 'isLast' | 'model' | 'givenUpAfter'>;

/**
 * Returns the log sentence for a step's failed try, including what happens next, if anything.
 * @param lesson its number, `2.1`; null for a step of the whole course
 */
function tryFailedWords(
  { service, code, truncated, misconfigured, isLast, model, givenUpAfter: n }: Failure,
  lesson: string | null,
): Sentence {
  if (n > 0 && lesson !== null)
    return toSentence('Lesson {lesson}: {n} answers from {model} could not be used. It will not be asked for this again in this run.', {
      lesson,
      n,
      model: model ?? SERVICE_NAMES[service],
    });
  const what = misconfigured ? 'misconfigured' : truncated ? 'truncated' : code;
  if (lesson === null) return (isLast ? LAST_TRY_FAILED : TRY_FAILED)[what]({ service: SERVICE_NAMES[service] });
  return (isLast ? LESSON_LAST_TRY_FAILED : LESSON_TRY_FAILED)[what]({ lesson, service: SERVICE_NAMES[service] });
}
