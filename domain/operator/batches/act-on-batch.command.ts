import type { Knex } from 'knex';
import type { Batch, BatchAct, BatchLimits } from '#contract/operator/batches.contract.ts';
import { auditAct, type Operator } from '#domain/platform/operator-act.ts';
import { assertAcceptsAll } from '#domain/platform/accepted-price.ts';
import { database, transact } from '#domain/platform/database.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { lockRun } from '#domain/platform/runs/advance-run.command.ts';
import { afterCancel, cancelRunIn } from '#domain/platform/runs/run.commands.ts';
import { announceHeld, releaseSteps, dispatchOutbox } from '#domain/platform/steps/outbox.commands.ts';
import { cancelVendorBatches } from '#domain/vendors/llm/batches/end-items.command.ts';
import { publishEvent } from '#domain/webhooks/publish-event.command.ts';
import { assertBudget, assertTokens, leftToCost } from './batch-budget.ts';
import type { BatchRow } from './batch-work.ts';
import { actsOf, markSeen, readBatch, batchSums } from './batch.queries.ts';

export interface BatchAction {
  readonly batchId: string;
  readonly act: BatchAct;
  readonly course_ids?: readonly string[] | undefined;
  readonly only_clean?: boolean | undefined;
  readonly least_similarity?: number | undefined;
  readonly overwrite?: boolean | undefined;
  readonly budget_cents?: number | undefined;
  readonly limits?: Partial<BatchLimits> | undefined;
}

const MICRO_USD_PER_CENT = 10_000;
/** Actions after which courses are started, each at a cost. */
const SPENDING: readonly BatchAct[] = ['start', 'continue', 'resume', 'retry_failed'];

/**
 * Performs one action on a batch, in one transaction with its audit row. Workers apply decisions to single courses within seconds
 * (`advanceBatches`); pausing or cancelling takes effect at once for everything not started. Continuing a batch counts as a review of its
 * results: its rules then judge only later ones.
 * @throws ProductError not_found; batch.not_now when its state does not allow the action; validation.failed when no limit is given; when
 * starting, batch.over_budget, or tokens.insufficient for a creator's batch; price.changed when the rest of a creator's batch may cost more
 * than was accepted
 */
export async function actOnBatch(action: BatchAction, operator: Operator): Promise<Batch> {
  const { batchId, act } = action;
  const woken: string[] = [];
  if (act === 'start') await assertCreatorsTokens(batchId);
  await transact(async (trx) => {
    await lockRun(trx, batchId);
    const row: BatchRow | undefined = await trx('batch').where({ run_id: batchId }).forUpdate().first();
    if (!row) throw notFound('batch');
    if (!actsOf(row, await batchSums(batchId, trx)).includes(act)) throw new ProductError('batch.not_now');
    if (row.creator_id !== null && SPENDING.includes(act)) assertAcceptsAll(await leftToCost(trx, row));
    const count = await ACTIONS[act](trx, row, action, woken);
    await announceJob(trx, 'batches');
    await tellDecision(trx, row, act, count);
    const { batchId: _, act: __, limits: ___, ...options } = action;
    const audited = (one: BatchRow) => ({
      state: one.state,
      budget_micro_usd: one.budget_micro_usd,
      ...(act === 'set_limits' && limitsOf(one)),
    });
    const after: BatchRow = (await trx('batch').where({ run_id: batchId }).first())!;
    await auditAct(trx, operator, {
      action: `batch.${act}`,
      subject: `batch:${batchId}`,
      before: audited(row),
      after: { ...audited(after), ...(count !== null && { courses: count }), ...options },
    });
  });
  if (act === 'cancel') await afterCancel(batchId);
  await dispatchOutbox(woken);
  return readBatch(batchId);
}

const limitsOf = ({ most_failures, most_cost_drift, most_unclean }: BatchRow): BatchLimits => ({
  most_failures,
  most_cost_drift,
  most_unclean,
});

/** Informs programs of operators, or of the creator who owns the batch, that its results were decided. */
async function tellDecision(trx: Knex.Transaction, { run_id: id, creator_id: accountId }: BatchRow, act: BatchAct, courses: number | null) {
  if (act !== 'approve' && act !== 'discard' && act !== 'rollback') return;
  const event = { type: 'batch.decided', objectId: id, data: { decision: act, courses: courses ?? 0 } } as const;
  await publishEvent(trx, { ...event, to: accountId === null ? 'operators' : { accountId } });
}

/**
 * Checks a creator's tokens. Called before the transaction, which must not wait for another connection.
 * @throws ProductError tokens.insufficient
 */
async function assertCreatorsTokens(batchId: string): Promise<void> {
  const row: BatchRow | undefined = await database()('batch').where({ run_id: batchId, state: 'planned' }).first();
  if (row?.creator_id) await assertTokens(row.creator_id, row);
}

/** Pauses the batch: no process starts another item. */
async function holdBack(trx: Knex.Transaction, { run_id: id, state }: BatchRow): Promise<void> {
  if (state !== 'paused') await trx('batch').where({ run_id: id }).update({ state: 'paused', paused_for: 'operator', resumes_to: state });
  await trx('paused_work').insert({ scope: 'batch', name: id }).onConflict(['scope', 'name']).ignore();
}

/**
 * Each returns the number of courses concerned, or null for an action on the batch itself, and adds steps that may start now to `woken`.
 */
const ACTIONS: Readonly<
  Record<BatchAct, (trx: Knex.Transaction, row: BatchRow, action: BatchAction, woken: string[]) => Promise<number | null>>
> = {
  async start(trx, { run_id: id, canary, creator_id: creatorId, budget_micro_usd: planned, estimate }, { budget_cents: cents }) {
    const budget = cents === undefined ? planned : cents * MICRO_USD_PER_CENT;
    if (creatorId === null) assertBudget(budget, estimate);
    await trx('batch')
      .where({ run_id: id })
      .update({ budget_micro_usd: budget, state: canary > 0 ? 'canary' : 'running', started_at: trx.fn.now() });
    return null;
  },

  async continue(trx, { run_id: id }) {
    await markSeen(trx, id);
    await trx('batch').where({ run_id: id }).update({ state: 'running' });
    return null;
  },

  async pause(trx, row) {
    await holdBack(trx, row);
    return null;
  },

  async halt(trx, row) {
    await holdBack(trx, row);
    await releaseSteps(trx, row.run_id);
    await cancelVendorBatches(trx, row.run_id);
    return null;
  },

  async resume(trx, { run_id: id, resumes_to: to }, { budget_cents: cents }, woken) {
    await markSeen(trx, id);
    await trx('batch')
      .where({ run_id: id })
      .update({
        state: to ?? 'running',
        paused_for: null,
        resumes_to: null,
        ...(cents !== undefined && { budget_micro_usd: cents * MICRO_USD_PER_CENT }),
      });
    await trx('paused_work').where({ scope: 'batch', name: id }).del();
    woken.push(...(await announceHeld(trx, { parentId: id })));
    return null;
  },

  async set_limits(trx, { run_id: id }, { limits = {} }) {
    const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
    if (Object.keys(given).length === 0)
      throw new ProductError('validation.failed', 'Enter at least one limit.', {
        data: { errors: [{ path: 'limits', message: 'Must not be empty' }] },
      });
    await trx('batch').where({ run_id: id }).update(given);
    return null;
  },

  async cancel(trx, { run_id: id }) {
    await cancelRunIn(trx, { runId: id, accountId: null, keep: false });
    await cancelVendorBatches(trx, id);
    return null;
  },

  async retry_failed(trx, { run_id: id, state }) {
    const count = await trx('batch_item')
      .where({ batch_id: id, state: 'failed' })
      .update({ state: 'pending', reason: null, is_clean: null, similarity: null, is_seen: false });
    if (state === 'done') await trx('batch').where({ run_id: id }).update({ state: 'running', ended_at: null });
    return count;
  },

  approve: (trx, { run_id: id }, { course_ids: ids, only_clean: clean, least_similarity: least, overwrite }) =>
    trx('batch_item')
      .where({ batch_id: id, state: 'ready' })
      .modify((items) => {
        if (ids) items.whereIn('course_id', [...ids]);
        if (clean) items.where({ is_clean: true });
        if (least !== undefined) items.where('similarity', '>=', least);
      })
      .update({ state: 'approving', reason: null, overwrites: overwrite ?? false }),

  async discard(trx, { run_id: id, state }, { course_ids: ids }) {
    const chosen = (state: 'ready' | 'failed') =>
      trx('batch_item')
        .where({ batch_id: id, state: state })
        .modify((items) => void (ids && items.whereIn('course_id', [...ids])));
    const count = await chosen('ready').update({ state: 'discarding', reason: null });
    // discard failed results; otherwise the batch's run would never end
    return state === 'done' ? count + (await chosen('failed').update({ state: 'cancelled' })) : count;
  },

  rollback: (trx, { run_id: id }, { course_ids: ids }) =>
    trx('batch_item')
      .where({ batch_id: id, state: 'approved' })
      .modify((items) => void (ids && items.whereIn('course_id', [...ids])))
      .update({ state: 'rolling_back', reason: null }),
};
