import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { sql, type Sql } from '#domain/platform/sql.ts';
import { PAID_PATIENCE_MS, retryWhileDatabaseUnavailable } from '#domain/platform/store-retries.ts';
import { StepLost } from './finish-step.command.ts';
import type { PaidAnswer, StepHold, FailedAttempt } from './step.ts';

/** Counts the answers a step has used up. Failures of our own use up none: the stored answer is still valid. */
export const attemptOf = (tried: readonly FailedAttempt[]): number => tried.filter(({ service }) => service !== null).length;

/** Returns the stored answer if it belongs to this input and attempt; a rejected answer belongs to an earlier attempt. */
export const answerFor = (
  stored: PaidAnswer | null,
  { inputHash, attempt }: Pick<PaidAnswer, 'inputHash' | 'attempt'>,
): PaidAnswer | null => (stored?.inputHash === inputHash && stored.attempt === attempt ? stored : null);

/** Stores what a held step needs to know when it is tried again; nothing when another worker has taken it over. */
export async function storePayload({ stepId, fence }: StepHold, payload: object): Promise<void> {
  await database()('step')
    .where({ id: stepId, fence })
    .update({ payload: JSON.stringify(payload) });
}

/**
 * The part of a statement that keeps a rejected answer on its held step's row, as a last resort: of several the one in the right language,
 * then the newest.
 * @param fallback its notes decide; null keeps what there is
 */
export const storeFallback = ({ stepId, fence }: StepHold, fallback: { readonly notes: readonly string[] } | null): Sql => {
  const json = fallback && JSON.stringify(fallback);
  return sql`update step set fallback = ${json}::jsonb
    where id = ${stepId} and fence = ${fence} and state = 'running' and ${json}::jsonb is not null
      and (fallback is null or fallback->'notes' @> '["language"]' or not ${json}::jsonb->'notes' @> '["language"]')`;
};

/**
 * Stores an answer on its held step's row as soon as it arrives, and retries while the database is unavailable or its disk is full. The
 * worker that has taken a step over has asked for its own answer: nobody else's may replace it.
 * @throws StepLost when another worker has taken the step over, or it has ended
 */
export async function storeAnswer({ stepId, fence }: StepHold, answer: PaidAnswer): Promise<void> {
  const store = async (): Promise<number | null> =>
    database()('step')
      .where({ id: stepId, fence })
      .whereIn('state', ['queued', 'running'])
      .update({ answer: JSON.stringify(answer) });
  // an answer that cannot be stored is not lost: this process still holds it
  const stored = await retryWhileDatabaseUnavailable(PAID_PATIENCE_MS, store).catch((error: unknown) => {
    logger().error({ err: error, step_id: stepId, call_id: answer.callId }, 'a paid answer could not be stored');
    return null;
  });
  if (stored === 0) throw new StepLost(stepId);
}
