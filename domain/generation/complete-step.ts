import type { Knex } from 'knex';
import { config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { withStorePatience } from '#domain/platform/store-patience.ts';
import { dispatchOutbox } from '#domain/platform/steps/dispatch-outbox.command.ts';
import { finishStep } from '#domain/platform/steps/finish-step.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { advanceRun, lockRun } from './advance-run.command.ts';
import { recordEvent } from './run-event.ts';

interface Done {
  readonly output: unknown;
  readonly service?: string | null;
  readonly inputHash?: string;
  /** The vendor call whose answer this is. */
  readonly callId?: string;
  readonly event?: { readonly name: string; readonly text: string };
  /** More facts of the same transaction, before the run moves on. */
  readonly also?: (trx: Knex.Transaction) => Promise<unknown>;
}

/**
 * Ends a step well: its output, its line in the log, what else belongs to it and the run's next steps commit together; then the new
 * steps are dispatched.
 * @throws StepLost when another worker has taken the step over: nothing is written then
 */
export async function completeStep(step: ClaimedStep, done: Done): Promise<void> {
  const commit = () =>
    transact(async (trx) => {
      await lockRun(trx, step.runId);
      await finishStep(trx, step, done);
      if (done.event) await recordEvent(trx, step.runId, done.event.name, done.event.text);
      await done.also?.(trx);
      return advanceRun(trx, step.runId);
    });
  // the answer is paid: a store that restarts must not cost it. A commit of unknown outcome ends as StepLost, which is quiet.
  const next = await withStorePatience(config().leaseMs, commit);
  await dispatchOutbox(next);
}
