import type { Knex } from 'knex';
import { batchCalls } from '#domain/platform/batch-calls.ts';
import { config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { retryWhileDatabaseUnavailable } from '#domain/platform/store-retries.ts';
import { dispatchOutbox } from '#domain/platform/steps/outbox.commands.ts';
import { finishSteps, StepLost, type StepResult } from '#domain/platform/steps/step.commands.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { advanceRun, lockRun } from './advance-run.command.ts';
import { recordEvents, type RunEvent } from './run-event.ts';

interface Done extends StepResult {
  readonly event?: RunEvent;
  /** Writes more rows in the same transaction, before the run advances. */
  readonly also?: (trx: Knex.Transaction) => Promise<unknown>;
}

interface Ended {
  readonly step: ClaimedStep;
  readonly done: Done;
}

/**
 * Completes a step: its output, its log line, related rows and the run's next steps commit together; then the new steps are dispatched.
 * Steps of one run that end during a commit of that run share the next commit: the lessons of a course tend to end together, and with one
 * commit each, in sequence on the run's row, the last of them would wait.
 * @throws StepLost when another worker has taken over the step: nothing is written for it then
 */
export async function completeStep(step: ClaimedStep, done: Done): Promise<void> {
  const problem = await completeTogether({ step, done });
  if (problem) throw problem;
}

/** Resolves with the error that kept each step from being written; null for none. */
const completeTogether = batchCalls<Ended, Error | null>(
  ({ step }) => step.runId,
  async (ended) => {
    try {
      return await commit(ended);
    } catch (error) {
      if (ended.length === 1) throw error;
      // one of them cannot be written: commit the others separately
      const problems: (Error | null)[] = [];
      for (const one of ended) problems.push(...(await commit([one]).catch((problem: Error) => [problem])));
      return problems;
    }
  },
  { isSequential: true },
);

async function commit(ended: readonly Ended[]): Promise<(StepLost | null)[]> {
  const { runId, kind } = ended[0]!.step;
  const write = () =>
    transact(async (trx) => {
      await lockRun(trx, runId);
      const finished = await finishSteps(
        trx,
        ended.map(({ step, done }) => ({ hold: step, result: done })),
      );
      const written = ended.filter(({ step }) => finished.has(step.stepId)).map(({ done }) => done);
      await recordEvents(
        trx,
        runId,
        written.flatMap(({ event }) => event ?? []),
      );
      for (const { also } of written) await also?.(trx);
      return { finished, next: finished.size > 0 ? await advanceRun(trx, { id: runId, kind }) : [] };
    });
  // the answers are paid for: a restarting database must not lose them. A commit of unknown outcome ends as StepLost, which is not logged
  // as an error
  const { finished, next } = await retryWhileDatabaseUnavailable(config().leaseMs, write);
  await dispatchOutbox(next);
  return ended.map(({ step }) => (finished.has(step.stepId) ? null : new StepLost(step.stepId)));
}
