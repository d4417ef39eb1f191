import type { Knex } from 'knex';
import type { FinishReason } from 'ai';
import { database, transact } from '#domain/platform/database.ts';
import { announceJob } from '#domain/platform/periodic/announce-job.command.ts';
import { dispatchOutbox } from '#domain/platform/steps/dispatch-outbox.command.ts';
import { announceWaiting } from '#domain/platform/steps/announce-waiting.command.ts';
import type { TokenUse } from '../prices.ts';
import { logBatchFallback } from './ask-by-batch.ts';

/** The stored result of a call. */
export interface EndedItem {
  readonly id: string;
  readonly state: 'answered' | 'failed' | 'cancelled';
  readonly answer: string | null;
  readonly finish: FinishReason | null;
  readonly use: TokenUse | null;
  readonly problem: string | null;
}

interface Ended {
  readonly step_id: string;
  readonly run_id: string;
  readonly service: string;
  readonly state: string;
  readonly problem: string | null;
}

/** Stores the results of calls, once, and wakes their steps. A step that has ended meanwhile needs no answer. */
export async function storeCallResults(items: readonly EndedItem[]): Promise<void> {
  if (items.length === 0) return;
  const column = <T>(of: (item: EndedItem) => T) => items.map(of);
  await wakeAfter(
    `update vendor_batch_item item set state = ended.state, answer = case when ${LIVE} then ended.answer end, finish = ended.finish,
            input_tokens = ended.input, cached_tokens = ended.cached, output_tokens = ended.output, problem = ended.problem,
            ended_at = now(), request = null
       from unnest(cast(:ids as uuid[]), cast(:states as text[]), cast(:answers as text[]), cast(:finishes as text[]), cast(:inputs as int[]),
                   cast(:cacheds as int[]), cast(:outputs as int[]), cast(:problems as text[]))
            as ended(id, state, answer, finish, input, cached, output, problem)
      where item.id = ended.id and item.state = 'sent'
     returning item.step_id, item.run_id, item.service, item.state, item.problem`,
    {
      ids: column(({ id }) => id),
      states: column(({ state }) => state),
      answers: column(({ answer }) => answer),
      finishes: column(({ finish }) => finish),
      inputs: column(({ use }) => use?.input ?? null),
      cacheds: column(({ use }) => use?.cacheRead ?? null),
      outputs: column(({ use }) => use?.output ?? null),
      problems: column(({ problem }) => problem),
    },
  );
}

/** Ends all calls of a batch that have no answer. */
export const endItems = (id: string, state: 'failed' | 'cancelled', problem: string): Promise<void> =>
  wakeAfter(
    `update vendor_batch_item item set state = :state, problem = :problem, ended_at = now(), request = null
      where vendor_batch_id = :id and state = 'sent' returning step_id, run_id, service, state, problem`,
    { id, state, problem },
  );

const LIVE = `exists (select from step where step.id = item.step_id and step.state in ('queued','running'))`;

async function wakeAfter(update: string, bindings: Record<string, unknown>): Promise<void> {
  const { ended, woken } = await transact(async (trx: Knex.Transaction) => {
    const { rows } = await trx.raw(update, bindings as never);
    const all = rows as Ended[];
    return {
      ended: all,
      woken: await announceWaiting(
        trx,
        all.map((row) => row.step_id),
      ),
    };
  });
  await dispatchOutbox(woken);
  for (const { run_id: runId, service, problem } of ended.filter(({ state }) => state === 'failed'))
    await logBatchFallback(runId, service, problem ?? 'no answer');
}

/** Marks an operators' batch's calls at the vendors for cancellation, in the caller's transaction; waiting calls are not sent. */
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

/** Marks vendor batches for cancellation whose runs were all cancelled individually. */
export const cancelOrphans = (): Promise<unknown> =>
  database().raw(
    `update vendor_batch set cancel_asked_at = now(), due_at = now()
      where state in ('submitting','submitted') and cancel_asked_at is null
        and not exists (select from vendor_batch_item item where item.vendor_batch_id = vendor_batch.id and ${LIVE})`,
  );
