import { setTimeout as sleep } from 'node:timers/promises';
import type { TakenJob } from '#queues/registry.ts';
import { config } from '#domain/platform/config.ts';
import { isStoreAway } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { withStorePatience } from '#domain/platform/store-patience.ts';
import { claimStep, type Claim } from '#domain/platform/steps/claim-step.command.ts';
import { deferStep, lookAgain, redispatchStep, type LookAgain } from '#domain/platform/steps/defer-step.command.ts';
import { StepLost } from '#domain/platform/steps/finish-step.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import type { StepTaker } from '#domain/platform/steps/step-claimer.ts';
import type { Heartbeat, Hold } from './heartbeat.ts';
import { recordStep, type StepOutcome } from './metrics.ts';
import type { Processors } from './processor.ts';

/** How long a delivery waits for a store that is away before it gives up; the sweep announces the step again then. */
const CLAIM_PATIENCE_MS = 10_000;

/** How soon a delivery of a step that this process is working on comes again. */
const OWN_WORK_LOOK_MS = 2_000;

interface Parts {
  /** Name of this process in the rows it claims. */
  readonly worker: string;
  readonly heartbeat: Heartbeat;
  readonly processors: Processors;
  /** The only lanes whose new steps it takes itself. */
  readonly lanes: readonly string[];
  /** Steps of one lane that may be worked on here before new ones are left to the queue; asked each time. */
  readonly concurrency: () => number;
}

export interface StepRunner extends StepTaker {
  /**
   * Does one delivered job: claim, work, and what follows when the work did not end well. It resolves when there is nothing left to do for
   * this delivery, and rejects with the failure when the step failed (it is settled by then), so that the queue shows it.
   */
  run(job: TakenJob): Promise<void>;
  /**
   * Takes no more steps by itself and waits for those it took, at most `deadlineMs`.
   * @returns how many it still works on
   */
  drain(deadlineMs: number): Promise<number>;
}

/**
 * Makes what works on steps in this process: those the queue delivers, and new ones it takes itself while it has room. It has none when it is
 * working on as many as it may: then work is waiting in the queue, and what is new goes behind it.
 */
export function createStepRunner({ worker, heartbeat, processors, lanes, concurrency }: Parts): StepRunner {
  /** Places in use, by lane. */
  const places = new Map<string, number>();
  const occupy = (lane: string, count: number) => places.set(lane, (places.get(lane) ?? 0) + count);
  /** Whatever goes on here without a delivery. */
  const own = new Set<Promise<unknown>>();
  const track = <T>(doing: Promise<T>): Promise<T> => {
    const ended = doing.finally(() => own.delete(ended));
    own.add(ended);
    return ended;
  };
  let draining = false;
  const processorOf = ({ job }: ClaimedStep) => {
    const processor = processors[job];
    if (!processor) throw new Error(`no job is called ${job} here`);
    return processor;
  };

  /** Works on a claimed step to its end. Rejects when it failed. @param from when its delivery, or its claim, began */
  const work = async (step: ClaimedStep, from: number): Promise<void> => {
    const ended = (outcome: StepOutcome) => recordStep(step.job, outcome, (performance.now() - from) / 1000);
    occupy(step.lane, 1);
    const hold = heartbeat.hold(step);
    try {
      const look = await processorOf(step).work({ step, signal: hold.signal });
      // given up first: its next delivery may come before `finally`, and would find the step held here
      if (look) hold.release();
      if (look) await wait(step, look);
      ended(look ? 'waits' : 'done');
    } catch (error) {
      const outcome = await end(step, hold, error, processors[step.job]?.settle ?? unknownJob);
      ended(outcome);
      if (outcome === 'failed') throw error;
    } finally {
      hold.release();
      occupy(step.lane, -1);
    }
  };

  const take: StepTaker['fill'] = async (lane, wanted, claim) => {
    const room = draining || !lanes.includes(lane) ? 0 : Math.min(wanted, concurrency() - (places.get(lane) ?? 0));
    if (room <= 0) return [];
    const claimSent = performance.now();
    occupy(lane, room);
    const steps = await claim(worker, room).finally(() => occupy(lane, -room));
    // a failure is settled and logged by then, and there is no delivery to show it
    for (const step of steps) void track(work(step, claimSent).catch(() => undefined));
    return steps.map(({ stepId }) => stepId);
  };

  return {
    async run({ name, payload }) {
      const stepId = payload.step_id;
      const started = performance.now();
      const finished = (outcome: StepOutcome) => recordStep(name, outcome, (performance.now() - started) / 1000);

      // its lease may have ended while the store was away: the answer it waits for, or holds, must not be bought again
      const claim: Claim = heartbeat.holds(stepId)
        ? { kind: 'leased', until: new Date(Date.now() + OWN_WORK_LOOK_MS) }
        : await withStorePatience(CLAIM_PATIENCE_MS, () => claimStep(stepId, worker));
      if (claim.kind === 'gone') return finished('gone');
      if (claim.kind === 'claimed') return work(claim.step, started);
      await withStorePatience(CLAIM_PATIENCE_MS, () => redispatchStep(stepId, payload.dispatch, claim.until));
      finished('early');
    },
    // tracked as a whole: a drain that comes during the claim also waits for what was claimed
    fill: (lane, wanted, claim) => track(take(lane, wanted, claim)),
    async drain(deadlineMs) {
      draining = true;
      const late = sleep(deadlineMs, undefined, { ref: false });
      const done = async () => {
        while (own.size > 0) await Promise.allSettled(own);
      };
      await Promise.race([done(), late]);
      return own.size;
    },
  };
}

/** Writes what follows from a step that did not end well. */
async function end(step: ClaimedStep, hold: Hold, error: unknown, settle: Settle): Promise<StepOutcome> {
  const log = logger().child({ run_id: step.runId, step: step.key, request_id: step.requestId });
  const ended = hold.ended();
  // the rows belong to somebody else, or to nobody: whatever the work ended with, there is nothing to write
  if (error instanceof StepLost || ended === 'lost' || ended === 'cancelled') {
    log.info({ err: error, reason: ended ?? 'lost' }, 'step: given up, its hold has ended');
    return 'lost';
  }
  const later = ended === 'drain' ? new Date() : retryAt(error);
  // given up before it is announced again: a delivery that finds the step held here is put off for seconds
  hold.release();
  try {
    await withStorePatience(config().leaseMs, () => (later ? deferStep(step, later) : settle(step, error)));
    return later ? 'deferred' : 'failed';
  } catch (cause) {
    if (cause instanceof StepLost) return 'lost';
    log.error({ err: cause, failure: error }, 'step: its failure could not be written; it is taken over when its lease ends');
    return 'abandoned';
  }
}

type Settle = (step: ClaimedStep, error: unknown) => Promise<void>;

/** A job of another version: the sweep announces the step again when its lease ends, until a worker knows it. */
const unknownJob: Settle = async (_step, error) => {
  throw error;
};

/** The step waits for something outside. It is off this worker from here on. @throws LookExpired */
const wait = (step: ClaimedStep, look: LookAgain): Promise<void> => withStorePatience(config().leaseMs, () => lookAgain(step, look));

/** When to try again without counting a failure: an error that says so (no allowance), or a store that was away. */
function retryAt(error: unknown): Date | null {
  if (typeof error === 'object' && error !== null && 'retryAt' in error && error.retryAt instanceof Date) return error.retryAt;
  return isStoreAway(error) ? new Date() : null;
}
