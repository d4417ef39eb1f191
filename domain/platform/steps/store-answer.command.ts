import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { PAID_PATIENCE_MS, retryWhileDatabaseUnavailable } from '#domain/platform/store-retries.ts';
import type { PaidAnswer, StepHold, FailedAttempt } from './step.ts';

/** Thrown instead of starting a call whose answer is already stored. */
export class AnswerStored extends Error {
  readonly answer: PaidAnswer;

  constructor(answer: PaidAnswer) {
    super('the answer to this call is stored already');
    this.name = 'AnswerStored';
    this.answer = answer;
  }
}

/** Counts the answers a step has used up. Failures of our own use up none: the stored answer is still valid. */
export const attemptOf = (tried: readonly FailedAttempt[]): number => tried.filter(({ service }) => service !== null).length;

/** Returns the stored answer if it belongs to this input and attempt; a rejected answer belongs to an earlier attempt. */
export const answerFor = (
  stored: PaidAnswer | null,
  { inputHash, attempt }: Pick<PaidAnswer, 'inputHash' | 'attempt'>,
): PaidAnswer | null => (stored?.inputHash === inputHash && stored.attempt === attempt ? stored : null);

/**
 * Stores an answer on its step's row as soon as it arrives, and retries while the database is unavailable or its disk is full. The worker's
 * hold does not matter: the worker that has taken over can use the answer as well. A step that has ended needs none.
 */
export async function storeAnswer({ stepId }: StepHold, answer: PaidAnswer): Promise<void> {
  const store = () =>
    database().raw(
      `update step set answer = :answer::jsonb
        where id = :stepId and state in ('queued', 'running') and coalesce((answer->>'attempt')::int, 0) <= :attempt`,
      { stepId, answer: JSON.stringify(answer), attempt: answer.attempt },
    );
  // an answer that cannot be stored is not lost: this process still holds it
  await retryWhileDatabaseUnavailable(PAID_PATIENCE_MS, store).catch((error: unknown) =>
    logger().error({ err: error, step_id: stepId, call_id: answer.callId }, 'a paid answer could not be stored'),
  );
}
