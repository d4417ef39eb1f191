import { say } from '#contract/platform/sentence.contract.ts';
import type { Knex } from 'knex';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { admitAfter } from './admit-runs.command.ts';
import { lockRun } from './advance-run.command.ts';
import { releaseRun } from './charge-run.command.ts';
import { cutOffSteps, readRunRef } from './end-run.command.ts';
import { runKind } from './engine.ts';
import { recordEvent } from './run-event.ts';

interface Stop {
  readonly runId: string;
  /** Whose run it is; null: the installation's, which whoever calls has made sure may be stopped by the person who asked. */
  readonly accountId: string | null;
  /** What is finished is kept as its kind keeps it. */
  readonly keep: boolean;
}

/**
 * Stops a run for good. What waits never starts; workers see it at their next heartbeat, within a second, and abort their calls.
 * Nothing is charged. With `keep` its kind may end it with what it has made so far, and only that is charged. Stopping again changes nothing.
 * A run whose last step is ending either ends as completed or is stopped, never both: both lock its row. Its children are stopped after it,
 * each in a transaction of its own.
 *
 * @throws ProductError not_found; run.ended when it completed or failed by itself
 */
export async function cancelRun({ runId, accountId, keep }: Stop): Promise<void> {
  if (!isUuid(runId)) throw notFound('run');
  await transact((trx) => cancelRunIn(trx, { runId, accountId, keep }));
  await afterCancel(runId);
}

/** The same in the caller's transaction, which also changes what the stop is for; call `afterCancel` when it has committed. @throws like `cancelRun` */
export async function cancelRunIn(trx: Knex.Transaction, { runId, accountId, keep }: Stop): Promise<void> {
  await lockRun(trx, runId);
  const run = await trx('run').where({ id: runId, account_id: accountId }).first('status', 'stopped', 'kind');
  const ref = run && (await readRunRef(trx, runId));
  if (!ref) throw notFound('run');
  if (run.stopped) return;
  if (run.status === 'completed' || run.status === 'failed') throw new ProductError('run.ended');
  const kind = runKind(run.kind);
  await kind.hooks?.stopping?.(trx, ref);
  await cutOffSteps(trx, runId);
  if (keep && (await kind.keep?.(trx, ref))) return;
  await releaseRun(trx, runId, 'theirs');
  await trx('run').where({ id: runId }).update({ status: 'cancelled', stopped: true, is_parked: false, finished_at: trx.fn.now() });
  await recordEvent(trx, runId, 'run.cancelled', say('You stopped it. Nothing was charged.'));
}

/** What follows from a stop that has committed: its children end too, and another run may begin. */
export async function afterCancel(runId: string): Promise<void> {
  await cancelChildren(runId);
  await admitAfter('a run was stopped');
}

/** Children of a run that has ended and does not need them any more. Also called by the sweep, should this process die in between. */
export async function cancelChildren(parentId: string): Promise<void> {
  const children: { id: string; account_id: string | null }[] = await database()('run')
    .where({ parent_id: parentId })
    .whereIn('status', ['queued', 'running'])
    .select('id', 'account_id');
  for (const { id, account_id: accountId } of children) {
    await cancelRun({ runId: id, accountId, keep: false }).catch((error: unknown) => {
      // it has ended by itself in the very moment between
      if (!(error instanceof ProductError && error.code === 'run.ended')) throw error;
    });
  }
}
