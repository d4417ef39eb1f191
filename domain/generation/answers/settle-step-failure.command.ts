import type { Knex } from 'knex';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { endStep, OWN_FAILURES } from '#domain/platform/runs/settle-failure.command.ts';
import { deferStep } from '#domain/platform/steps/defer-step.command.ts';
import type { ClaimedStep, FailedAttempt, StepFailure } from '#domain/platform/steps/step.ts';
import { failedTry, triesOf, withTry } from '#domain/vendors/llm/outage-patience.ts';
import { VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { ServicesExhausted } from './ask-for-step.ts';
import { numberOf, placedLessons, type CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { stepFailedWords } from './failure-text.ts';
import { TRIES_PER_SERVICE } from './roles.ts';
import { tryFailedWords } from './failed-attempt-messages.ts';

/**
 * Decides what a failed try of a step means: another try after a doubling pause (with jitter), or the step's failure when no candidate is
 * left, when the error is final, or when our own code fails repeatedly. Every try is stored on the row with its service and code. A lost
 * hold changes nothing.
 * @returns the reason when the step has failed for good
 */
export async function settleStepFailure(step: ClaimedStep, error: unknown): Promise<StepFailure | void> {
  if (error instanceof ServicesExhausted) return failFor(step, 'vendors.exhausted', 'no service is left to ask', step.tried);
  if (error instanceof ProductError) return failFor(step, error.code, error.message, step.tried);

  const failure = error instanceof VendorFailure ? error : null;
  const entry: FailedAttempt = failure ? failedTry(failure) : { service: null, code: 'internal', at: new Date().toISOString() };
  const tried = withTry(step.tried, entry);
  logger().warn(
    { err: error, run_id: step.runId, step: step.key, request_id: step.requestId, tries: triesOf(tried, entry.service) },
    'step: a try failed',
  );
  if (!failure && tried.filter((one) => one.service === null).length >= OWN_FAILURES) {
    return failFor(step, 'internal', error instanceof Error ? error.message : String(error), tried);
  }
  // a waiting step says what it waits for, not every try
  const isNews = tried.length > step.tried.length;
  const event =
    failure && isNews ? { name: 'service.failed', message: tryFailedWords(failure, await lessonNumber(database(), step)) } : undefined;
  await deferStep(step, new Date(Date.now() + pauseMs(tried, failure)), tried, event);
}

/** Longest pause before an unreachable service is asked again, in ms. */
const LONGEST_PAUSE_MS = 5_000;

/**
 * Returns the pause before the next try, in ms: it doubles, half of it jitter, while the same service is retried. 0 when another service is
 * next, after an unusable answer, and after the first 429s, whose closed bucket sets the time.
 */
function pauseMs(tried: readonly FailedAttempt[], failure: VendorFailure | null): number {
  const failures = triesOf(tried, failure?.service ?? null);
  if (failure && (failures === TRIES_PER_SERVICE || failure.kind !== 'retryable')) return 0;
  if (failure?.code === 'vendors.rate_limited' && failures < TRIES_PER_SERVICE) return 0;
  const base = Math.min(LONGEST_PAUSE_MS, config().vendor.retryBaseMs * 2 ** (failures - 1));
  return base / 2 + Math.random() * (base / 2);
}

/** Returns the number of the step's lesson for users, `2.1`; null for a step of the whole course. */
async function lessonNumber(knex: Knex, { runId, itemId: lessonId }: ClaimedStep): Promise<string | null> {
  if (lessonId === null) return null;
  const run: { plan: CoursePlan } = await knex('course_run').where({ run_id: runId }).first('plan');
  const placed = placedLessons(run.plan).find(({ planned }) => planned.lesson_id === lessonId);
  return placed ? numberOf(placed) : null;
}

/** Fails the step, naming its lesson in the run's log. */
function failFor(step: ClaimedStep, code: string, detail: string, tried: readonly FailedAttempt[]): Promise<StepFailure> {
  const message = async (trx: Knex.Transaction) => {
    const lesson = await lessonNumber(trx, step);
    const outline = await trx('step').where({ run_id: step.runId, key: 'outline', state: 'completed' }).first('id');
    return stepFailedWords({ job: step.job, code, lesson, hasOutline: outline !== undefined });
  };
  return endStep(step, { code, detail, tried, message });
}
