import type { Knex } from 'knex';
import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { deferStep, PollExpired } from '#domain/platform/steps/defer-step.command.ts';
import { failStep } from '#domain/platform/steps/step.commands.ts';
import { dispatchOutbox } from '#domain/platform/steps/outbox.commands.ts';
import type { ClaimedStep, FailedAttempt, StepFailure } from '#domain/platform/steps/step.ts';
import { admitAfter } from './admit-runs.command.ts';
import { advanceRun, lockRun } from './advance-run.command.ts';
import { runCalls } from './engine.ts';
import { recordEvent } from './run-event.ts';

/** Tries after failures of our own (a bug, a bad row), which may be transient; then the step fails for good. */
export const OWN_FAILURES = 3;

interface Ending extends StepFailure {
  readonly tried: readonly FailedAttempt[];
  /** The line for the run's log. */
  readonly message: (trx: Knex.Transaction) => Promise<Sentence>;
}

/** Fails a step for good, logs it, and advances the run; all in one transaction. @returns the reason */
export async function endStep(step: ClaimedStep, { code, detail, tried, message }: Ending): Promise<StepFailure> {
  const next = await transact(async (trx) => {
    await lockRun(trx, step.runId);
    await failStep(trx, step, { code, detail, tried });
    await recordEvent(trx, step.runId, 'step.failed', await message(trx));
    return advanceRun(trx, { id: step.runId, kind: step.kind });
  });
  await dispatchOutbox(next);
  // its run may have ended with it, and others wait for that
  await admitAfter('a step failed');
  return { code, detail };
}

/** Longest pause between two tries, in ms. */
const LONGEST_PAUSE_MS = 60_000;

/** Returns the pause before the next attempt, in ms; doubles with each failure, half is jitter. */
export function pauseMs(failures: number, longestMs = LONGEST_PAUSE_MS): number {
  const base = Math.min(longestMs, config().vendor.retryBaseMs * 2 ** (failures - 1));
  return base / 2 + Math.random() * (base / 2);
}

/**
 * Settles a failure for jobs without a policy of their own. A coded error or an expired wait fails the step; any other error is retried
 * after a doubling pause, three times in all. The kind's `order` decides whether the run fails with its step.
 * @returns the reason when the step has failed for good
 */
export async function settleFailure(step: ClaimedStep, error: unknown): Promise<StepFailure | void> {
  const code: ErrorCode = error instanceof ProductError ? error.code : error instanceof PollExpired ? 'run.timed_out' : 'internal';
  const detail = error instanceof Error ? error.message : String(error);
  const sentence = error instanceof ProductError && error.words;
  const asked = (error instanceof ProductError && error.data.tried) || step.tried;
  const tried = [...asked, { service: null, code, at: new Date().toISOString(), ...(sentence && { sentence }) }];
  logger().warn(
    { err: error, run_id: step.runId, step: step.key, request_id: step.requestId, tries: tried.length },
    'step: an attempt failed',
  );
  const failures = tried.filter(({ service }) => service === null).length;
  const isFinal = code !== 'internal' || failures >= OWN_FAILURES;
  if (!isFinal) return deferStep(step, new Date(Date.now() + pauseMs(failures)), tried);
  const message = runCalls().reasonOf(asked) ?? toSentence(ERRORS[code].title);
  return endStep(step, { code, detail, tried, message: async () => message });
}
