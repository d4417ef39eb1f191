import { setTimeout as sleep } from 'node:timers/promises';
import type { Lane } from '#queues/platform/define-job.ts';
import type { ReceivedJob } from '#queues/registry.ts';
import { config } from '#domain/platform/config.ts';
import { isDatabaseUnavailable } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { retryWhileDatabaseUnavailable } from '#domain/platform/store-retries.ts';
import { claimStep, type Claim } from '#domain/platform/steps/claim-step.command.ts';
import { deferStep, schedulePoll, redispatchStep, type PollLater } from '#domain/platform/steps/defer-step.command.ts';
import { StepLost } from '#domain/platform/steps/finish-step.command.ts';
import type { ClaimedStep, FailedAttempt } from '#domain/platform/steps/step.ts';
import { AllowanceWait } from '#domain/vendors/llm/vendor-failure.ts';
import type { StepClaimer } from '#domain/platform/steps/step-claimer.ts';
import type { BatchPace } from './batch-pace.ts';
import type { Heartbeat, Hold } from './heartbeat.ts';
import { recordStep, type StepOutcome } from './metrics.ts';
import type { Processors } from './processor.ts';

/** How long a delivery waits for an unavailable database before it gives up; the sweep announces the step again then. */
const CLAIM_PATIENCE_MS = 10_000;

/** Delay before a delivery of a step that this process is already working on is repeated. */
const OWN_WORK_LOOK_MS = 2_000;

interface Parts {
  /** Name of this process in the rows it claims. */
  readonly worker: string;
  readonly heartbeat: Heartbeat;
  readonly processors: Processors;
  /** Lanes whose new steps it claims without the queue. */
  readonly lanes: readonly string[];
  /** Steps of a lane that may run here before new ones are left to the queue; read each time. */
  readonly concurrency: () => number;
  /** Spreads the beginnings of the batch lane's steps; default: they begin at once. */
  readonly batchPace?: BatchPace;
}

export interface StepRunner extends StepClaimer {
  /**
   * Executes one delivered job: claims the step, works, and handles a failure. Resolves when nothing is left to do for this delivery;
   * rejects with the failure when the step failed (settled by then), so that the queue shows it.
   */
  run(job: ReceivedJob, lane?: Lane): Promise<void>;
  /**
   * Claims no more steps and waits for the running ones, at most `deadlineMs`.
   * @returns number of steps still running
   */
  drain(deadlineMs: number): Promise<number>;
}

/**
 * Creates the step runner of this process: it executes steps that the queue delivers, and new ones it claims itself while it has free
 * slots. Without free slots, work is already waiting in the queue, and new steps are queued behind it.
 */
export function createStepRunner({ worker, heartbeat, processors, lanes, concurrency, batchPace }: Parts): StepRunner {
  /** Occupied slots by lane. */
  const occupied = new Map<string, number>();
  const occupy = (lane: string, count: number) => occupied.set(lane, (occupied.get(lane) ?? 0) + count);
  const paceOf = (lane: string) => (lane === 'batch' ? batchPace : undefined);
  /** Work in progress here that has no delivery. */
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

  /** Executes a claimed step. Rejects when it failed. @param from when its delivery, or its claim, began */
  const work = async (step: ClaimedStep, from: number): Promise<void> => {
    const ended = (outcome: StepOutcome) => recordStep(step.job, outcome, (performance.now() - from) / 1000);
    occupy(step.lane, 1);
    const hold = heartbeat.hold(step);
    try {
      const look = await processorOf(step).work({ step, signal: hold.signal });
      // release first: the next delivery may arrive before `finally` and would find the step still held here
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

  const take: StepClaimer['fill'] = async (lane, wanted, claim) => {
    const places = draining || !lanes.includes(lane) ? 0 : Math.min(wanted, concurrency() - (occupied.get(lane) ?? 0));
    if (places <= 0) return [];
    // a batch takes one step at a time, when it is its turn; the queue has the others
    const pace = paceOf(lane);
    if (pace && !pace.take()) return [];
    const room = pace ? 1 : places;
    const claimSent = performance.now();
    occupy(lane, room);
    const steps = await claim(worker, room).finally(() => occupy(lane, -room));
    if (pace && steps.length === 0) pace.giveBack();
    // a failure is settled and logged by then, and no delivery has to show it
    for (const step of steps) void track(work(step, claimSent).catch(() => undefined));
    return steps.map(({ stepId }) => stepId);
  };

  return {
    async run({ name, payload }, lane = 'interactive') {
      const stepId = payload.step_id;
      let started = performance.now();
      const finished = (outcome: StepOutcome) => recordStep(name, outcome, (performance.now() - started) / 1000);

      const pace = paceOf(lane);
      if (pace && !(await pace.turn())) {
        // this process is stopping: another takes it
        await retryWhileDatabaseUnavailable(CLAIM_PATIENCE_MS, () => redispatchStep(stepId, payload.dispatch, new Date()));
        return finished('early');
      }
      started = performance.now();
      // its lease may have expired while the database was unavailable: the answer it waits for, or holds, must not be paid for again
      const claim: Claim = heartbeat.holds(stepId)
        ? { kind: 'leased', until: new Date(Date.now() + OWN_WORK_LOOK_MS) }
        : await retryWhileDatabaseUnavailable(CLAIM_PATIENCE_MS, () => claimStep(stepId, worker));
      if (claim.kind === 'claimed') return work(claim.step, started);
      pace?.giveBack();
      if (claim.kind === 'gone') return finished('gone');
      await retryWhileDatabaseUnavailable(CLAIM_PATIENCE_MS, () => redispatchStep(stepId, payload.dispatch, claim.until));
      finished('early');
    },
    // tracked as a whole: a drain during the claim must also wait for what was claimed
    fill: (lane, wanted, claim) => track(take(lane, wanted, claim)),
    async drain(deadlineMs) {
      draining = true;
      batchPace?.stop();
      const late = sleep(deadlineMs, undefined, { ref: false });
      const done = async () => {
        while (own.size > 0) await Promise.allSettled(own);
      };
      await Promise.race([done(), late]);
      return own.size;
    },
  };
}

/** Settles a step that did not end successfully. */
async function end(step: ClaimedStep, hold: Hold, error: unknown, settle: Settle): Promise<StepOutcome> {
  const log = logger().child({ run_id: step.runId, step: step.key, request_id: step.requestId });
  const ended = hold.ended();
  // the rows belong to another worker, or the step has ended: there is nothing to write
  if (error instanceof StepLost || ended === 'lost' || ended === 'cancelled') {
    log.info({ err: error, reason: ended ?? 'lost' }, 'step: given up, its hold has ended');
    return 'lost';
  }
  const later = ended === 'drain' ? new Date() : retryAt(error);
  // release before announcing it again: a delivery that finds the step held here is delayed by seconds
  hold.release();
  try {
    await retryWhileDatabaseUnavailable(config().leaseMs, () => (later ? deferStep(step, later, triedIn(error)) : settle(step, error)));
    return later ? 'deferred' : 'failed';
  } catch (cause) {
    if (cause instanceof StepLost) return 'lost';
    log.error({ err: cause, failure: error }, 'step: its failure could not be written; it is taken over when its lease ends');
    return 'abandoned';
  }
}

type Settle = (step: ClaimedStep, error: unknown) => Promise<void>;

/** A job of another version: the sweep announces the step again when its lease expires, until a worker knows it. */
const unknownJob: Settle = async (_step, error) => {
  throw error;
};

/** Defers a step that waits for something external; this worker no longer holds it. @throws PollExpired */
const wait = (step: ClaimedStep, look: PollLater): Promise<void> =>
  retryWhileDatabaseUnavailable(config().leaseMs, () => schedulePoll(step, look));

/** Returns the list of failed tries that an error which names a time may carry. */
const triedIn = (error: unknown): readonly FailedAttempt[] | undefined => (error instanceof AllowanceWait ? error.tried : undefined);

/** Returns when to try again without counting a failure: for an error that names a time (rate limit), or an unavailable database. */
function retryAt(error: unknown): Date | null {
  if (typeof error === 'object' && error !== null && 'retryAt' in error && error.retryAt instanceof Date) return error.retryAt;
  return isDatabaseUnavailable(error) ? new Date() : null;
}
