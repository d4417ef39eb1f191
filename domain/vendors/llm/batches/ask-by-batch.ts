import { uuidv7 } from 'uuidv7';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { StepLost } from '#domain/platform/steps/step.commands.ts';
import { answerIn, jsonOf } from '../call-model.ts';
import type { ModelAnswer, ModelRequest, Patience } from '../model-request.ts';
import { assertSpendAllowed } from '../add-spend.command.ts';
import { BatchWait } from '../vendor-failure.ts';
import type { FinishReason } from 'ai';
import { hasBatches, type BatchedCall } from './batch-services.ts';

interface Item {
  readonly id: string;
  readonly service: Service;
  readonly model: string;
  readonly state: 'waiting' | 'sent' | 'answered' | 'failed';
  readonly answer: string | null;
  readonly finish: FinishReason | null;
  readonly input_tokens: number | null;
  readonly cached_tokens: number | null;
  readonly output_tokens: number | null;
}

/** Interval at which a step polls for its answer, in case its wake-up was lost. */
const POLL_ANYWAY_MS = 600_000;

/**
 * Returns a vendor's batch answer to a call. The first request queues the call for the next batch; later requests find it by its key, so it
 * is bought once however often the step is claimed. A call that failed there must use the synchronous API.
 * @returns null when the caller must use the synchronous API
 * @throws BatchWait until the vendor has answered; VendorFailure when its answer is unusable; StepLost; ProductError spend.user_cap,
 * spend.install_cap
 */
export async function answerByBatch<T>(request: ModelRequest<T>, patience: Patience): Promise<ModelAnswer<T> | null> {
  const item = (await itemOf(request, patience)) ?? (await addItem(request, patience));
  if (!item) return null;
  const { service, model, state } = item;
  if (state === 'failed') return null;
  if (state !== 'answered') throw new BatchWait(service, new Date(Date.now() + POLL_ANYWAY_MS));
  const result = answerIn({ ...request, service }, { text: item.answer ?? '', finish: item.finish });
  if (result instanceof Error) {
    result.model = model;
    await database()('vendor_batch_item').where({ id: item.id }).update({ state: 'failed', problem: result.message });
    throw result;
  }
  return {
    value: result.value,
    callId: item.id,
    service,
    model,
    inputTokens: item.input_tokens ?? 0,
    cachedTokens: item.cached_tokens ?? 0,
    outputTokens: item.output_tokens ?? 0,
    ms: 0,
    settled: Promise.resolve(),
  };
}

const itemOf = ({ stepId }: ModelRequest<unknown>, { inputHash, attempt }: Patience): Promise<Item | undefined> =>
  database()('vendor_batch_item')
    .where({ step_id: stepId!, input_hash: inputHash, attempt })
    .whereNot({ state: 'cancelled' })
    .first('id', 'service', 'model', 'state', 'answer', 'finish', 'input_tokens', 'cached_tokens', 'output_tokens');

/**
 * Queues a call for the next batch, while the step is held; a concurrent claim may have queued it.
 * @returns null without a batch service
 */
async function addItem<T>(request: ModelRequest<T>, patience: Patience): Promise<Item | null> {
  const { service, instructions, prompt, maxOutputTokens, accountId, stepId, purpose } = request;
  if (!hasBatches(service)) return null;
  await assertSpendAllowed(accountId);
  const call: Omit<BatchedCall, 'id'> = { instructions, prompt, maxOutputTokens, format: await jsonOf(request.schema).responseFormat };
  await rowsOf(
    database(),
    sql`insert into vendor_batch_item (id, batch_id, run_id, step_id, account_id, service, model, purpose, input_hash, attempt, request)
     select ${uuidv7()}::uuid, run.parent_id, run.id, step.id, (select id from account where id = ${accountId}), ${service},
            ${config().vendors[service].model}, ${purpose}, ${patience.inputHash}, ${patience.attempt}::int, ${JSON.stringify(call)}::jsonb
       from step join run on run.id = step.run_id
      where step.id = ${stepId} and step.fence = ${patience.fence} and step.state = 'running'
     on conflict do nothing`,
  );
  await announceJob(database(), 'vendor-batches');
  const item = await itemOf(request, patience);
  if (!item) throw new StepLost(stepId ?? '');
  return item;
}

/** Logs in the run that a call falls back to the synchronous API. */
export const logBatchFallback = (runId: string, service: string, problem: string): Promise<void> =>
  recordEvent(
    database(),
    runId,
    'batch_service.failed',
    toSentence('The batch service of {service} did not answer a call ({problem}). The call will be made directly.', {
      service,
      problem,
    }),
  );
