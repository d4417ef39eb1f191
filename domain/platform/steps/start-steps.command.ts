import { logger } from '#domain/platform/logger.ts';
import { claimNewSteps } from './claim-step.command.ts';
import { dispatchOutbox } from './dispatch-outbox.command.ts';
import { stepClaimer } from './step-claimer.ts';

/**
 * Starts new steps after their commit. A worker process with free slots claims them itself: no queue delays the next step. The rest go to
 * the queue, which spreads them over all processes. Never throws: whatever is missed here stays in the outbox, and the sweep delivers it.
 */
export async function startSteps(stepIds: readonly string[], lane: string): Promise<void> {
  if (stepIds.length === 0) return;
  const taken = new Set<string>();
  try {
    const ids = await stepClaimer()?.fill(lane, stepIds.length, (worker, count) => claimNewSteps(stepIds, worker, count));
    for (const id of ids ?? []) taken.add(id);
  } catch (error) {
    logger().warn({ err: error, steps: stepIds.length }, 'steps: could not be taken at once, the queue will be told');
  }
  await dispatchOutbox(stepIds.filter((id) => !taken.has(id)));
}
