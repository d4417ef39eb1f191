import type { JobName, TakenJob } from '#queues/registry.ts';
import { config } from '#domain/platform/config.ts';
import { isStoreAway } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { withStorePatience } from '#domain/platform/store-patience.ts';
import { claimStep } from '#domain/platform/steps/claim-step.command.ts';
import { deferStep, redispatchStep } from '#domain/platform/steps/defer-step.command.ts';
import { StepLost } from '#domain/platform/steps/finish-step.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import type { Heartbeat, Hold } from './heartbeat.ts';
import { recordStep, type StepOutcome } from './metrics.ts';
import type { Processor } from './processor.ts';

/** How long a delivery waits for a store that is away before it gives up; the sweep announces the step again then. */
const CLAIM_PATIENCE_MS = 10_000;

interface Parts {
  /** Name of this process in the rows it claims. */
  readonly worker: string;
  readonly heartbeat: Heartbeat;
  readonly processors: Readonly<Record<JobName, Processor>>;
  /** Decides what a failure of a step means and writes it. */
  readonly settle: (step: ClaimedStep, error: unknown) => Promise<void>;
}

/**
 * Makes the function that does one delivered job: claim, work, and what follows when the work did not end well. It resolves when there
 * is nothing left to do for this delivery, and rejects with the failure when the step failed (it is settled by then), so that the
 * queue shows it.
 */
export function createStepRunner({ worker, heartbeat, processors, settle }: Parts): (job: TakenJob) => Promise<void> {
  return async ({ name, payload }) => {
    const stepId = payload.step_id;
    const started = performance.now();
    const finished = (outcome: StepOutcome) => recordStep(name, outcome, (performance.now() - started) / 1000);

    let claimSent = started;
    const claim = await withStorePatience(CLAIM_PATIENCE_MS, () => {
      claimSent = performance.now();
      return claimStep(stepId, worker);
    });
    if (claim.kind === 'gone') return finished('gone');
    if (claim.kind === 'leased') {
      await withStorePatience(CLAIM_PATIENCE_MS, () => redispatchStep(stepId, payload.dispatch, claim.until));
      return finished('early');
    }

    const { step } = claim;
    const hold = heartbeat.hold(step, claimSent);
    try {
      await processors[name]({ step, signal: hold.signal });
      finished('done');
    } catch (error) {
      const outcome = await end(step, hold, error, settle);
      finished(outcome);
      if (outcome === 'failed') throw error;
    } finally {
      hold.release();
    }
  };
}

/** Writes what follows from a step that did not end well. */
async function end(step: ClaimedStep, hold: Hold, error: unknown, settle: Parts['settle']): Promise<StepOutcome> {
  const log = logger().child({ run_id: step.runId, step: step.key, request_id: step.requestId });
  const ended = hold.ended();
  // the rows belong to somebody else, or to nobody: whatever the work ended with, there is nothing to write
  if (error instanceof StepLost || ended === 'lost' || ended === 'cancelled') {
    log.info({ err: error, reason: ended ?? 'lost' }, 'step: given up, its hold has ended');
    return 'lost';
  }
  const later = ended === 'drain' ? new Date() : retryAt(error);
  try {
    await withStorePatience(config().leaseMs, () => (later ? deferStep(step, later) : settle(step, error)));
    return later ? 'deferred' : 'failed';
  } catch (cause) {
    if (cause instanceof StepLost) return 'lost';
    log.error({ err: cause, failure: error }, 'step: its failure could not be written; it is taken over when its lease ends');
    return 'abandoned';
  }
}

/** When to try again without counting a failure: an error that says so (no allowance), or a store that was away. */
function retryAt(error: unknown): Date | null {
  if (typeof error === 'object' && error !== null && 'retryAt' in error && error.retryAt instanceof Date) return error.retryAt;
  return isStoreAway(error) ? new Date() : null;
}
