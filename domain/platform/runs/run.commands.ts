import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { Knex } from 'knex';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { expression, sql, type Sql } from '#domain/platform/sql.ts';
import { announceDelayed } from '#domain/platform/steps/outbox.commands.ts';
import { reopenSteps } from '#domain/platform/steps/step.commands.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { admitAfter } from './admit-runs.command.ts';
import { lockRun } from './advance-run.command.ts';
import { releaseRun } from './charge-run.command.ts';
import { abortSteps, announceEnd, readRunRef } from './complete-run.command.ts';
import { runKind } from './engine.ts';
import { recordEvent } from './run-event.ts';
import type { Run } from './run.model.ts';

interface Stop {
  readonly runId: string;
  /** Owner of the run; null: the installation, if the caller has checked that this user may stop it. */
  readonly accountId: string | null;
  /** Whether the kind may preserve finished work. */
  readonly keep: boolean;
}

/**
 * Stops a run for good. Queued steps never start; workers notice at their next heartbeat, within a second, and abort their calls. Nothing
 * is charged. With `keep` the kind may complete the run with its finished work, and only that is charged. Repeating the call changes
 * nothing. A run whose last step is ending is either completed or stopped, never both: both lock its row. Its children are stopped
 * afterwards, each in its own transaction.
 * @throws ProductError not_found; run.ended when it completed or failed by itself
 */
export async function cancelRun({ runId, accountId, keep }: Stop): Promise<void> {
  if (!isUuid(runId)) throw notFound('run');
  await transact((trx) => cancelRunIn(trx, { runId, accountId, keep }));
  await afterCancel(runId);
}

/**
 * Stops a run in the caller's transaction, together with the change that stops it; call `afterCancel` after the commit.
 * @throws like `cancelRun`
 */
export async function cancelRunIn(trx: Knex.Transaction, { runId, accountId, keep }: Stop): Promise<void> {
  await lockRun(trx, runId);
  const run = await trx('run')
    .where({ id: runId, account_id: accountId })
    .first('id', 'status', 'stopped', 'kind', 'account_id', 'parent_id');
  const ref = run && (await readRunRef(trx, runId));
  if (!ref) throw notFound('run');
  if (run.stopped) return;
  if (run.status === 'completed' || run.status === 'failed') throw new ProductError('run.ended');
  const kind = runKind(run.kind);
  await kind.hooks?.stopping?.(trx, ref);
  await abortSteps(trx, runId);
  if (keep && (await kind.keep?.(trx, ref))) return;
  await releaseRun(trx, runId, 'theirs');
  await trx('run').where({ id: runId }).update({ status: 'cancelled', stopped: true, is_parked: false, finished_at: trx.fn.now() });
  await announceEnd(trx, { ...run, status: 'cancelled' });
  await recordEvent(trx, runId, 'run.cancelled', toSentence('You stopped it. Nothing was charged.'));
}

/** Follows up on a committed stop: stops the run's children and admits other runs. */
export async function afterCancel(runId: string): Promise<void> {
  await cancelChildren(runId);
  await admitAfter('a run was stopped');
}

/** Stops the children of a run that has ended. The sweep calls it too, in case this process crashes in between. */
export async function cancelChildren(parentId: string): Promise<void> {
  const children: { id: string; account_id: string | null }[] = await database()('run')
    .where({ parent_id: parentId })
    .whereIn('status', ['queued', 'running'])
    .select('id', 'account_id');
  for (const { id, account_id: accountId } of children) {
    await cancelRun({ runId: id, accountId, keep: false }).catch((error: unknown) => {
      // it ended by itself in the meantime
      if (!(error instanceof ProductError && error.code === 'run.ended')) throw error;
    });
  }
}

/** The mutable fields of a run besides its state. */
interface Amendment extends Partial<Pick<Run, 'title' | 'progress'>> {
  /** Validated by its kind. */
  readonly request?: unknown;
  readonly avoided_services?: readonly string[];
}

/** Changes a run, in the transaction that holds its row. */
export async function amendRun(trx: Knex.Transaction, runId: string, { request, ...changes }: Amendment): Promise<void> {
  await trx('run')
    .where({ id: runId })
    .update({ ...changes, ...(request !== undefined && { request: JSON.stringify(request) }) });
}

/** SQL that gives a run its title while it is in a stage, and then returns its id. */
export const titleInStage = ({ runId, title, stage }: { runId: string; title: string; stage: string }): Sql =>
  sql`update run set title = ${title} where id = ${runId} and status = 'running' and stage = ${stage} returning id`;

/** Returns a parked run to the queue, in the transaction that holds its row; it continues once it is admitted again. */
export async function unparkRun(trx: Knex.Transaction, runId: string): Promise<void> {
  await trx('run').where({ id: runId }).update({ status: 'queued', stage: 'queued', is_parked: false });
  await announceJob(trx, 'admission');
}

/**
 * Promotes a run, in the transaction that holds its row: a queued run goes to the front of the queue; in a running one, the delayed steps
 * become due.
 * @returns ids of the announced steps: dispatch them after the commit
 * @throws ProductError run.not_waiting
 */
export async function promoteRun(trx: Knex.Transaction, { id, status }: Pick<Run, 'id' | 'status'>): Promise<string[]> {
  if (status === 'queued') {
    await trx('run')
      .where({ id })
      .update({ promoted_at: expression(trx, sql`coalesce(promoted_at, now())`) });
    return [];
  }
  const announced = status === 'running' ? await announceDelayed(trx, id) : [];
  if (announced.length === 0) throw new ProductError('run.not_waiting');
  return announced;
}

interface Extension {
  readonly runId: string;
  /** Further work of the run, from which its kind’s `order` derives the new steps. */
  readonly request: object;
  /** The step that completed the run, and will complete it again. */
  readonly closing: string;
}

/**
 * Puts a completed run of the installation at the end of the queue with further work, in the transaction that holds its row. Nothing is
 * reserved, so it is only for free kinds.
 */
export async function extendRun(trx: Knex.Transaction, { runId, request, closing }: Extension): Promise<void> {
  await reopenSteps(trx, { runId, keys: [closing], states: ['completed'] });
  await trx('run')
    .where({ id: runId, status: 'completed' })
    .update({
      status: 'queued',
      stage: 'queued',
      progress: 0,
      request: JSON.stringify(request),
      position: expression(trx, sql`default`),
      started_at: null,
      finished_at: null,
    });
  await announceJob(trx, 'admission');
  await recordEvent(trx, runId, 'run.extended', toSentence('More text was added.'));
}
