import type { Knex } from 'knex';
import type { FinishReason } from 'ai';
import { database, transact } from '#domain/platform/database.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { announceWaiting, dispatchOutbox } from '#domain/platform/steps/outbox.commands.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { TokenUse } from '../prices.ts';
import { logBatchFallback } from './ask-by-batch.ts';
import type { VendorBatchItem } from './vendor-batch.model.ts';

/** The stored result of a call. */
export interface EndedItem {
  readonly id: string;
  readonly state: 'answered' | 'failed' | 'cancelled';
  readonly answer: string | null;
  readonly finish: FinishReason | null;
  readonly use: TokenUse | null;
  readonly problem: string | null;
}

type Ended = Pick<VendorBatchItem, 'step_id' | 'run_id' | 'service' | 'state' | 'problem'>;

/** Condition over `item`: its step has not ended. */
export const IS_NEEDED = sql`exists (select from step where step.id = item.step_id and step.state in ('queued','running'))`;

/** Stores the results of calls, once, and wakes their steps. Results of ended steps are dropped. */
export async function storeCallResults(items: readonly EndedItem[]): Promise<void> {
  if (items.length === 0) return;
  const column = <T>(value: (item: EndedItem) => T) => items.map(value);
  await wakeAfter((trx) =>
    rowsOf<Ended>(
      trx,
      sql`update vendor_batch_item item set state = ended.state, answer = case when ${IS_NEEDED} then ended.answer end, finish = ended.finish,
                 input_tokens = ended.input, cached_tokens = ended.cached, output_tokens = ended.output, problem = ended.problem,
                 ended_at = now(), request = null
            from unnest(${column(({ id }) => id)}::uuid[], ${column(({ state }) => state)}::text[], ${column(({ answer }) => answer)}::text[],
                        ${column(({ finish }) => finish)}::text[], ${column(({ use }) => use?.input ?? null)}::int[],
                        ${column(({ use }) => use?.cacheRead ?? null)}::int[], ${column(({ use }) => use?.output ?? null)}::int[],
                        ${column(({ problem }) => problem)}::text[])
                 as ended(id, state, answer, finish, input, cached, output, problem)
           where item.id = ended.id and item.state = 'sent'
          returning item.step_id, item.run_id, item.service, item.state, item.problem`,
    ),
  );
}

/** Ends all calls of a batch that have no answer. */
export const endItems = (id: string, state: 'failed' | 'cancelled', problem: string): Promise<void> =>
  wakeAfter((trx) =>
    trx('vendor_batch_item')
      .where({ vendor_batch_id: id, state: 'sent' })
      .update({ state, problem, ended_at: trx.fn.now(), request: null })
      .returning(['step_id', 'run_id', 'service', 'state', 'problem']),
  );

async function wakeAfter(endThem: (trx: Knex.Transaction) => Promise<Ended[]>): Promise<void> {
  const { ended, woken } = await transact(async (trx) => {
    const all = await endThem(trx);
    const stepIds = all.map(({ step_id: stepId }) => stepId);
    return { ended: all, woken: await announceWaiting(trx, stepIds) };
  });
  await dispatchOutbox(woken);
  for (const { run_id: runId, service, problem } of ended.filter(({ state }) => state === 'failed'))
    await logBatchFallback(runId, service, problem ?? 'no answer');
}

/** Marks an operators' batch's vendor calls for cancellation, in the caller's transaction; waiting calls are not sent. */
export async function cancelVendorBatches(trx: Knex.Transaction, batchId: string): Promise<void> {
  await trx('vendor_batch')
    .where({ batch_id: batchId })
    .whereIn('state', ['submitting', 'submitted'])
    .whereNull('cancel_asked_at')
    .update({ cancel_asked_at: trx.fn.now(), due_at: trx.fn.now() });
  await trx('vendor_batch_item')
    .where({ batch_id: batchId, state: 'waiting' })
    .update({ state: 'cancelled', ended_at: trx.fn.now(), request: null });
  await announceJob(trx, 'vendor-batches');
}

/** Marks for cancellation the vendor batches whose runs were all cancelled individually. */
export const cancelOrphans = (): Promise<unknown> =>
  rowsOf(
    database(),
    sql`update vendor_batch set cancel_asked_at = now(), due_at = now()
      where state in ('submitting','submitted') and cancel_asked_at is null
        and not exists (select from vendor_batch_item item where item.vendor_batch_id = vendor_batch.id and ${IS_NEEDED})`,
  );
