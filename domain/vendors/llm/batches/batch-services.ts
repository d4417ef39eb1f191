import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import type { FinishReason } from 'ai';
import { AI_SERVICES, aiService, SERVICES, servicesFor, type Service, type Wire } from '#contract/platform/ai-services.ts';
import { config } from '#domain/platform/config.ts';
import type { VendorAccount } from '#domain/platform/settings/model-settings.ts';
import { withoutSecrets } from '#domain/platform/secrets/without-secrets.ts';
import { boundedFetch } from '../bounded-fetch.ts';
import { NOTHING_UNREAD } from '../call-model.ts';
import { batchShareOf, type TokenUse } from '../prices.ts';
import { listBatches, OUR_NAME, type ListedBatch } from './list-batches.ts';

type Batches = ReturnType<ReturnType<typeof createOpenAI>['experimental_batch']>;
export type ResponseFormat = NonNullable<
  Parameters<Batches['doStartBatch']>[0]['requests'][number] & { type: 'text' }
>['options']['responseFormat'];

/** One call of a batch. */
export interface BatchedCall {
  /** Identifies its result. */
  readonly id: string;
  readonly instructions: string;
  readonly prompt: string;
  readonly format: ResponseFormat;
  readonly maxOutputTokens: number;
}

/** The result of one call. A call without an answer has a reason instead, and the vendors charge nothing for it. */
export type BatchedAnswer =
  | { readonly id: string; readonly text: string; readonly finish: FinishReason; readonly use: TokenUse | null }
  | { readonly id: string; readonly end: 'failed' | 'cancelled' | 'expired'; readonly problem: string };

/** The state of a batch at its vendor. */
export interface BatchStatus {
  readonly isOver: boolean;
  /** The vendor's own name for the state. */
  readonly state: string;
  readonly problem: string | null;
}

/** Identifies a batch in the vendor's list. */
export interface BatchQuery {
  readonly id: string;
  readonly requests: number;
  readonly createdAt: Date;
  /** Ids of vendor batches already known to belong to others. */
  readonly others: ReadonlySet<string>;
}

/** Maximum size of an answer, which may hold hundreds of lessons; Gemini's is a single line. */
const BYTES = { total: 256 * 1024 * 1024, line: 64 * 1024 * 1024, error: 64 * 1024 };
const bounded = boundedFetch(BYTES);

/** Returns a `fetch` that also sends our name for a batch, for which the SDK has no parameter. */
const namedBy = (name: string): typeof fetch => {
  return (input, init) => {
    const isCreation = init?.method === 'POST' && new URL(String(input)).pathname.endsWith('/batches') && typeof init.body === 'string';
    if (!isCreation) return bounded(input, init);
    return bounded(input, { ...init, body: JSON.stringify({ ...JSON.parse(init.body as string), metadata: { [OUR_NAME]: name } }) });
  };
};

/** The supported batch services, by protocol. xAI's discount differs by model and is not published. */
const CREATE = {
  messages: ({ baseURL, apiKey }) => createAnthropic({ baseURL, apiKey, fetch: bounded }).experimental_batch(),
  responses: ({ baseURL, apiKey }, name) => createOpenAI({ baseURL, apiKey, fetch: namedBy(name) }).experimental_batch(),
  'generate-content': ({ baseURL, apiKey }, name) =>
    createGoogle({ baseURL, apiKey, fetch: bounded, generateId: () => name }).experimental_batch(),
} as const satisfies Partial<Record<Wire, (account: VendorAccount, name: string) => Batches>>;
export type BatchWire = keyof typeof CREATE;
export type BatchService = { [Name in Service]: (typeof AI_SERVICES)[Name]['wire'] extends BatchWire ? Name : never }[Service];

const batchesOf = (service: BatchService, name = 'unnamed') => CREATE[AI_SERVICES[service].wire](config().accounts[service], name);

const isBatchService = (service: Service): service is BatchService => Object.hasOwn(CREATE, aiService(service).wire);
/** Models with a batch service, at the cost of an outline. */
export const BATCH_SERVICES = servicesFor('outline').filter(isBatchService);

/** Tells whether a service has a key, a batch service, and a known batch price. */
export const hasBatches = (service: Service): service is BatchService => {
  const { apiKey, baseURL: batches } = config().accounts[service];
  const { model, baseURL } = config().vendors[service];
  // a model of a custom server is not sent to the vendor's batch service just because its price there is known
  return apiKey !== '' && baseURL === batches && isBatchService(service) && batchShareOf(model, new Date()) !== null;
};

/** Returns the services that can be called in batches. */
export const batchServices = (): BatchService[] => BATCH_SERVICES.filter(hasBatches);

/** Returns the services that can only be called synchronously. */
export const servicesWithoutBatches = (): Service[] => SERVICES.filter((service) => !hasBatches(service));

/**
 * Submits calls as one batch, without retries.
 * @returns the batch's id at the vendor
 * @throws the SDK's error; the vendor may still have accepted the batch
 */
export async function submitBatch(
  { service, model, id }: { service: BatchService; model: string; id: string },
  calls: readonly BatchedCall[],
  signal: AbortSignal,
): Promise<string> {
  const { batchId } = await batchesOf(service, id).doStartBatch({
    requests: calls.map((call) => ({
      type: 'text',
      id: call.id,
      modelId: model,
      options: {
        prompt: [
          { role: 'system', content: call.instructions },
          { role: 'user', content: [{ type: 'text', text: call.prompt }] },
        ],
        responseFormat: call.format,
        maxOutputTokens: call.maxOutputTokens,
        reasoning: 'low',
        providerOptions: NOTHING_UNREAD,
      },
    })),
    abortSignal: signal,
  });
  return batchId;
}

/**
 * Finds a batch whose submission went unanswered: by our name or, if the vendor stores none (Anthropic), the unknown batch of that time and
 * size; its results show whether it is ours.
 * @returns its id at the vendor; null when the vendor does not have it
 */
export async function findBatch(service: BatchService, sought: BatchQuery, signal: AbortSignal): Promise<string | null> {
  const isIt = (batch: ListedBatch) =>
    batch.name === undefined ? batch.requests === sought.requests && !sought.others.has(batch.vendorId) : batch.name === sought.id;
  for await (const batch of listBatches(service, config().accounts[service], sought.createdAt, { send: bounded, signal }))
    if (isIt(batch)) return batch.vendorId;
  return null;
}

/** Returns the state of a batch. @throws the SDK's error */
export async function pollBatch(service: BatchService, vendorId: string, signal: AbortSignal): Promise<BatchStatus> {
  const { status, rawStatus, error } = await batchesOf(service).doGetBatchStatus({ batchId: vendorId, abortSignal: signal });
  return { isOver: status !== 'pending', state: rawStatus ?? status, problem: error ? withoutSecrets(error.message) : null };
}

/** Cancels a batch at its vendor. Calls answered before that are in its results and are charged. @throws the SDK's error */
export async function cancelBatch(service: BatchService, vendorId: string, signal: AbortSignal): Promise<void> {
  await batchesOf(service).doCancelBatch?.({ batchId: vendorId, abortSignal: signal });
}

/** Reads the results of an ended batch, in any order. @throws the SDK's error, possibly half-way */
export async function* batchResults(service: BatchService, vendorId: string, signal: AbortSignal): AsyncGenerator<BatchedAnswer> {
  for await (const item of await batchesOf(service).doGetBatchResults({ batchId: vendorId, abortSignal: signal })) {
    const { id, status } = item;
    if (status !== 'succeeded') yield { id, end: status, problem: withoutSecrets(item.error?.message ?? `it was ${status}`) };
    else if (item.type !== 'text') yield { id, end: 'failed', problem: 'it is not text' };
    else {
      const { content, finishReason, usage } = item.result;
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      yield { id, text, finish: finishReason.unified, use: useOf(usage) };
    }
  }
}

/** Converts a batch's usage to the SDK's low-level format. */
interface Counted {
  readonly inputTokens: {
    readonly total: number | undefined;
    readonly cacheRead: number | undefined;
    readonly cacheWrite: number | undefined;
  };
  readonly outputTokens: { readonly total: number | undefined };
}

function useOf({ inputTokens, outputTokens }: Counted): TokenUse | null {
  if (inputTokens.total === undefined && outputTokens.total === undefined) return null;
  return {
    input: inputTokens.total ?? 0,
    cacheRead: inputTokens.cacheRead ?? 0,
    cacheWrite: inputTokens.cacheWrite ?? 0,
    output: outputTokens.total ?? 0,
  };
}
