import type { Lane } from '#queues/platform/define-job.ts';
import type { ReceivedJob } from '#queues/registry.ts';
import { acceptingAtMost } from '#domain/platform/accepted-price.ts';
import { config } from '#domain/platform/config.ts';
import { isDatabaseUnavailable } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { outgoing } from '#domain/platform/network/outgoing.ts';
import { retryWhileDatabaseUnavailable } from '#domain/platform/store-retries.ts';
import { retryStep } from '#domain/platform/runs/retry.commands.ts';
import { announceNow } from '#domain/platform/steps/outbox.commands.ts';
import { claimStep, type Claim } from '#domain/platform/steps/lease.commands.ts';
import { deferStep, schedulePoll, redispatchStep, type PollLater } from '#domain/platform/steps/defer-step.command.ts';
import { StepLost } from '#domain/platform/steps/step.commands.ts';
import type { ClaimedStep, FailedAttempt, StepFailure } from '#domain/platform/steps/step.ts';
import { inStepSpan, isTracing } from '#domain/platform/tracing/tracer.ts';
import { AllowanceWait } from '#domain/vendors/llm/vendor-failure.ts';
import type { BatchPace } from './batch-pace.ts';
import type { Heartbeat, Hold } from './heartbeat.ts';
import { recordStep, type StepOutcome } from './metrics.ts';
import type { Processor, Processors } from './processor.ts';

/** Milliseconds that a delivery waits for an unavailable database before it gives up and leaves the step to the sweep. */
const CLAIM_PATIENCE_MS = 10_000;

/** Delay before repeating a delivery of a step on which this process is already working. */
const OWN_WORK_LOOK_MS = 2_000;

interface Parts {
  /** This process's name in the rows it claims. */
  readonly worker: string;
  readonly heartbeat: Heartbeat;
  readonly processors: Processors;
  /** Spreads the starts of batch steps; by default they start immediately. */
  readonly batchPace?: BatchPace;
}

export interface StepRunner {
  /**
   * Executes one delivered job: claims the step, works, and handles a failure. A job that somebody has retried or promoted by hand first
   * makes its step due.
   * @returns how the delivery ended, which the queue shows as the job's return value
   * @throws StepFailed if the step has failed for good, so that the queue shows a failed job with the reason
   */
  run(job: ReceivedJob, lane?: Lane): Promise<StepOutcome>;
}

/** Creates the step runner of this process. */
export function createStepRunner({ worker, heartbeat, processors, batchPace }: Parts): StepRunner {
  const processorOf = ({ job }: ClaimedStep) => {
    const processor = processors[job];
    if (!processor) throw new Error(`this release has no job named ${job}`);
    return processor;
  };

  /** Executes a claimed step. @throws StepFailed */
  const work = async (step: ClaimedStep): Promise<StepOutcome> => {
    const hold = heartbeat.hold(step);
    try {
      // a step has no purpose of its own, even if a test's clients have one
      const process = () => outgoing(null, () => processorOf(step).work({ step, signal: hold.signal }));
      // it spends only amounts that a request has reserved or accepted
      const work = () => acceptingAtMost('undeclared', process);
      const look = await (isTracing() ? inStepSpan(step.requestId, step.job, attributesOf(step), work) : work());
      // release first: the next delivery may arrive before `finally` and would find the step still held here
      if (look) hold.release();
      if (look) await wait(step, look);
      return look ? 'waits' : 'done';
    } catch (error) {
      return await end(step, hold, error, processors[step.job]?.settle ?? unknownJob);
    } finally {
      hold.release();
    }
  };

  const run = async (
    { payload: { step_id: stepId, dispatch }, isPromoted, hasStalled }: ReceivedJob,
    pace: BatchPace | undefined,
  ): Promise<StepOutcome> => {
    if (isPromoted) await announceNow(stepId, dispatch);
    // its lease may have expired while the database was unavailable: the answer that it waits for, or has, must not be paid for again
    const claim: Claim = heartbeat.holds(stepId)
      ? { kind: 'leased', until: new Date(Date.now() + OWN_WORK_LOOK_MS) }
      : await retryWhileDatabaseUnavailable(CLAIM_PATIENCE_MS, () => claimStep(stepId, worker));
    if (claim.kind === 'claimed') return work(claim.step);
    pace?.giveBack();
    // a job of a failed step that the queue does not redeliver itself was retried by somebody
    if (claim.kind === 'gone') return !hasStalled && (await retryStep(stepId, dispatch).catch(refused)) ? 'deferred' : 'gone';
    await retryWhileDatabaseUnavailable(CLAIM_PATIENCE_MS, () => redispatchStep(stepId, dispatch, claim.until));
    return 'early';
  };

  return {
    async run(job, lane = 'interactive') {
      const pace = lane === 'batch' ? batchPace : undefined;
      if (pace && !(await pace.turn())) {
        // this process is stopping, so another takes the step
        const { step_id: stepId, dispatch } = job.payload;
        await retryWhileDatabaseUnavailable(CLAIM_PATIENCE_MS, () => redispatchStep(stepId, dispatch, new Date()));
        recordStep(job.name, 'early', 0);
        return 'early';
      }
      const started = performance.now();
      const record = (outcome: StepOutcome) => recordStep(job.name, outcome, (performance.now() - started) / 1000);
      try {
        const outcome = await run(job, pace);
        record(outcome);
        return outcome;
      } catch (error) {
        if (error instanceof StepFailed) record('failed');
        throw error;
      }
    },
  };
}

/** Returns the attributes of a step's span: only our own ids and labels, no texts. */
const attributesOf = ({ runId, kind, job, key, lane, requestId }: ClaimedStep) => ({
  'run.id': runId,
  'run.kind': kind,
  'step.job': job,
  'step.key': key,
  'step.lane': lane,
  'request.id': requestId,
});

/** Thrown because its step has failed for good, so that the job is marked failed with this reason. */
export class StepFailed extends Error {
  constructor({ code, detail }: StepFailure, cause: unknown) {
    super(`${code}: ${detail}`, { cause });
    this.name = 'StepFailed';
  }
}

/** Keeps the job failed, with the reason why its step cannot run again. */
const refused = (error: unknown): never => {
  throw error instanceof ProductError ? new StepFailed({ code: error.code, detail: error.message }, error) : error;
};

/** Settles a step that did not end successfully. @throws StepFailed */
async function end(step: ClaimedStep, hold: Hold, error: unknown, settle: Settle): Promise<StepOutcome> {
  const log = logger().child({ run_id: step.runId, step: step.key, request_id: step.requestId });
  const ended = hold.ended();
  // the rows belong to another worker, or the step has ended: nothing to write
  if (error instanceof StepLost || ended === 'lost' || ended === 'cancelled') {
    log.info({ err: error, reason: ended ?? 'lost' }, 'step: abandoned, because its claim has ended');
    return 'lost';
  }
  const later = ended === 'drain' ? new Date() : retryAt(error);
  // release before announcing it again: a delivery that finds the step still held here is delayed by seconds
  hold.release();
  try {
    const failure = await retryWhileDatabaseUnavailable(config().leaseMs, async () =>
      later ? deferStep(step, later, triedIn(error)) : settle(step, error),
    );
    if (!failure) return 'deferred';
    throw new StepFailed(failure, error);
  } catch (cause) {
    if (cause instanceof StepFailed) throw cause;
    if (cause instanceof StepLost) return 'lost';
    log.error(
      { err: cause, failure: error },
      'step: its failure could not be stored; another worker takes the step over when its lease ends',
    );
    return 'abandoned';
  }
}

type Settle = Processor['settle'];

/** A job of another version: the sweep announces the step again when its lease expires, until a worker knows the job. */
const unknownJob: Settle = async (_step, error) => {
  throw error;
};

/** Defers a step that waits for something external, and releases it. @throws PollExpired */
const wait = (step: ClaimedStep, look: PollLater): Promise<void> =>
  retryWhileDatabaseUnavailable(config().leaseMs, () => schedulePoll(step, look));

/** Returns the failed attempts that an error with a time may carry. */
const triedIn = (error: unknown): readonly FailedAttempt[] | undefined => (error instanceof AllowanceWait ? error.tried : undefined);

/**
 * Returns when to try again without counting a failure: for an error with a time (rate limit), a full queue, or an unavailable database.
 */
function retryAt(error: unknown): Date | null {
  if (typeof error === 'object' && error !== null && 'retryAt' in error && error.retryAt instanceof Date) return error.retryAt;
  // too much of its account's work waits for a turn, which is no reason to fail accepted work
  if (error instanceof ProductError && error.code === 'limits.rate') return new Date(Date.now() + (error.data.retryAfterS ?? 0) * 1_000);
  return isDatabaseUnavailable(error) ? new Date() : null;
}
