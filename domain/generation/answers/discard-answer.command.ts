import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { dropFallback, storeFallback } from '#domain/platform/steps/step-answer.commands.ts';
import { discardCall } from '#domain/vendors/llm/call.commands.ts';
import type { StepHold } from '#domain/platform/steps/step.ts';
import type { UsableAnswer } from './answer-problem.ts';

/**
 * Records that a check has rejected an answer, so its cost counts as wasted. An answer usable as a last resort stays on the step's row
 * until the step ends; among several, the one in the right language, then the newest.
 */
export async function discardAnswer(step: StepHold, answer: UsableAnswer<unknown>, { mayKeep }: { mayKeep: boolean }): Promise<void> {
  await rowsOf(database(), sql`with discarded as (${discardCall(answer.callId)}) ${storeFallback(step, mayKeep ? answer : null)}`);
}

/** Returns the rejected answer to use because no service gave a better one, or null. */
export async function storedUsableAnswer<T>(step: StepHold): Promise<UsableAnswer<T> | null> {
  const row = await database()('step').where({ id: step.stepId, fence: step.fence }).first('fallback');
  return (row?.fallback as UsableAnswer<T> | null | undefined) ?? null;
}

/** Drops the rejected answer kept for the end: it cannot be stored, and would be tried for ever. */
export async function forgetUsableAnswer(step: StepHold): Promise<void> {
  await rowsOf(database(), dropFallback(step));
}
