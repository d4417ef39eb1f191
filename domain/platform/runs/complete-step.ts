import type { Knex } from 'knex';
import { config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { retryWhileDatabaseUnavailable } from '#domain/platform/store-retries.ts';
import { finishSteps, StepLost, type StepResult } from '#domain/platform/steps/finish-step.command.ts';
import { startSteps } from '#domain/platform/steps/start-steps.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { advanceRun, lockRun } from './advance-run.command.ts';
import { recordEvents, type RunEvent } from './run-event.ts';

interface Done extends StepResult {
  readonly event?: RunEvent;
  /** Writes more rows in the same transaction, before the run advances. */
  readonly also?: (trx: Knex.Transaction) => Promise<unknown>;
}

interface Waiting {
  readonly step: ClaimedStep;
  readonly done: Done;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Steps of this process that ended while a commit of their run was in progress, by run. An entry exists only during a commit. */
const queues = new Map<string, Waiting[]>();

/**
 * Completes a step: its output, its log line, related rows and the run's next steps commit together; then the new steps are started. Steps
 * of one run that end during a commit of that run share the next commit: the lessons of a course tend to end together, and one commit each,
 * in sequence on the run's row, would make the last of them wait.
 * @throws StepLost when another worker has taken over the step: nothing is written for it then
 */
export function completeStep(step: ClaimedStep, done: Done): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting = { step, done, resolve, reject };
    const queue = queues.get(step.runId);
    if (queue) return void queue.push(waiting);
    queues.set(step.runId, [waiting]);
    void commitAll(step.runId);
  });
}

async function commitAll(runId: string): Promise<void> {
  for (let batch = queues.get(runId)!.splice(0); batch.length > 0; batch = queues.get(runId)!.splice(0)) {
    try {
      await commitTogether(runId, batch);
    } catch (error) {
      // one of them cannot be written: commit the others separately
      for (const waiting of batch)
        await (batch.length === 1 ? Promise.reject(error) : commitTogether(runId, [waiting])).catch(waiting.reject);
    }
  }
  queues.delete(runId);
}

async function commitTogether(runId: string, batch: readonly Waiting[]): Promise<void> {
  const commit = () =>
    transact(async (trx) => {
      await lockRun(trx, runId);
      const finished = await finishSteps(
        trx,
        batch.map(({ step, done }) => ({ hold: step, result: done })),
      );
      const ended = batch.filter(({ step }) => finished.has(step.stepId)).map(({ done }) => done);
      await recordEvents(
        trx,
        runId,
        ended.flatMap(({ event }) => event ?? []),
      );
      for (const { also } of ended) await also?.(trx);
      return { finished, next: finished.size > 0 ? await advanceRun(trx, { id: runId, kind: batch[0]!.step.kind }) : [] };
    });
  // the answers are paid for: a restarting database must not lose them. A commit of unknown outcome ends as StepLost, which is not logged
  // as an error.
  const { finished, next } = await retryWhileDatabaseUnavailable(config().leaseMs, commit);
  await startSteps(next, batch[0]!.step.lane);
  for (const { step, resolve, reject } of batch) {
    if (finished.has(step.stepId)) resolve();
    else reject(new StepLost(step.stepId));
  }
}
