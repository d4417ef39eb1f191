import type { Knex } from 'knex';
import { config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { withStorePatience } from '#domain/platform/store-patience.ts';
import { finishSteps, StepLost, type StepResult } from '#domain/platform/steps/finish-step.command.ts';
import { startSteps } from '#domain/platform/steps/start-steps.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { advanceRun, lockRun } from './advance-run.command.ts';
import { recordEvents, type RunEvent } from './run-event.ts';

interface Done extends StepResult {
  readonly event?: RunEvent;
  /** More facts of the same transaction, before the run moves on. */
  readonly also?: (trx: Knex.Transaction) => Promise<unknown>;
}

interface Waiting {
  readonly step: ClaimedStep;
  readonly done: Done;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Steps of this process that have ended while a commit of their run was under way, by run. Present only during a commit. */
const queues = new Map<string, Waiting[]>();

/**
 * Ends a step well: its output, its line in the log, what else belongs to it and the run's next steps commit together; then the new
 * steps are started. Steps of one run that end while a commit of that run is under way share the next one: the lessons of a course
 * tend to end together, and a commit each, one behind the other on the run's row, would keep the last of them waiting.
 * @throws StepLost when another worker has taken the step over: nothing is written for it then
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
      // one of them cannot be written: the others must not suffer for it
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
  // the answers are paid: a store that restarts must not cost them. A commit of unknown outcome ends as StepLost, which is quiet.
  const { finished, next } = await withStorePatience(config().leaseMs, commit);
  await startSteps(next, batch[0]!.step.lane);
  for (const { step, resolve, reject } of batch) {
    if (finished.has(step.stepId)) resolve();
    else reject(new StepLost(step.stepId));
  }
}
