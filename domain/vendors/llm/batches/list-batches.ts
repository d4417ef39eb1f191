import * as z from 'zod';
import { AI_SERVICES } from '#contract/platform/ai-services.ts';
import type { VendorAccount } from '#domain/platform/settings/model-settings.ts';
import type { BatchService, BatchWire } from './batch-services.ts';

/** The metadata key that holds our id in a vendor's batch. */
export const OUR_NAME = 'coursewright_batch';
const PAGE = 100;
/** Tolerance for a vendor's clock that runs behind ours. */
const CLOCKS_MS = 120_000;

/** An entry of a vendor's list of batches. */
export interface ListedBatch {
  readonly vendorId: string;
  readonly createdAt: Date;
  /** Our id; undefined when the vendor stores none. */
  readonly name: string | null | undefined;
  readonly requests: number;
}

interface Page {
  readonly batches: readonly ListedBatch[];
  /** The cursor of the next page. */
  readonly cursor: string | null;
}

interface Listing {
  readonly address: (settings: VendorAccount, cursor: string | null) => string;
  readonly headers: (settings: VendorAccount) => Record<string, string>;
  readonly read: (body: unknown) => Page;
}

const more = (cursor: string | null, name: string) => (cursor === null ? '' : `&${name}=${encodeURIComponent(cursor)}`);

const openaiPage = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      created_at: z.number(),
      metadata: z.record(z.string(), z.string()).nullish(),
      request_counts: z.object({ total: z.number() }).nullish(),
    }),
  ),
  has_more: z.boolean(),
  last_id: z.string().nullish(),
});

const counts = z.object({ processing: z.number(), succeeded: z.number(), errored: z.number(), canceled: z.number(), expired: z.number() });
const anthropicPage = z.object({
  data: z.array(z.object({ id: z.string(), created_at: z.string(), request_counts: counts })),
  has_more: z.boolean(),
  last_id: z.string().nullish(),
});

const geminiPage = z.object({
  operations: z
    .array(z.object({ name: z.string(), metadata: z.object({ displayName: z.string().nullish(), createTime: z.string() }) }))
    .nullish(),
  nextPageToken: z.string().nullish(),
});
/** Prefix of the SDK's names for Gemini's batches; our id follows. */
const SDK_NAME = 'ai-sdk-batch-';

const LISTINGS: Record<BatchWire, Listing> = {
  responses: {
    address: ({ baseURL }, cursor) => `${baseURL}/batches?limit=${PAGE}${more(cursor, 'after')}`,
    headers: ({ apiKey }) => ({ authorization: `Bearer ${apiKey}` }),
    read(body) {
      const { data, has_more: hasMore, last_id: last } = openaiPage.parse(body);
      const batches = data.map((batch) => ({
        vendorId: batch.id,
        createdAt: new Date(batch.created_at * 1000),
        name: batch.metadata?.[OUR_NAME] ?? null,
        requests: batch.request_counts?.total ?? 0,
      }));
      return { batches, cursor: hasMore ? (last ?? null) : null };
    },
  },
  messages: {
    address: ({ baseURL }, cursor) => `${baseURL}/messages/batches?limit=${PAGE}${more(cursor, 'after_id')}`,
    headers: ({ apiKey }) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
    read(body) {
      const { data, has_more: hasMore, last_id: last } = anthropicPage.parse(body);
      const batches = data.map((batch) => ({
        vendorId: batch.id,
        createdAt: new Date(batch.created_at),
        name: undefined,
        requests: Object.values(batch.request_counts).reduce((sum, count) => sum + count, 0),
      }));
      return { batches, cursor: hasMore ? (last ?? null) : null };
    },
  },
  'generate-content': {
    address: ({ baseURL }, cursor) => `${baseURL}/batches?pageSize=${PAGE}${more(cursor, 'pageToken')}`,
    headers: ({ apiKey }) => ({ 'x-goog-api-key': apiKey }),
    read(body) {
      const { operations, nextPageToken } = geminiPage.parse(body);
      const batches = (operations ?? []).map(({ name, metadata }) => ({
        vendorId: name,
        createdAt: new Date(metadata.createTime),
        name: metadata.displayName?.startsWith(SDK_NAME) ? metadata.displayName.slice(SDK_NAME.length) : null,
        requests: 0,
      }));
      return { batches, cursor: nextPageToken ?? null };
    },
  },
};

/** Tells whether a vendor stores our name for a batch; without it, a batch that is found may not be ours. */
export const isNamed = (service: BatchService): boolean => AI_SERVICES[service].wire !== 'messages';

/**
 * Lists a vendor's batches since a time, newest first, as all three vendors do. The SDK's own lists omit the names.
 * @throws when the answer is not a list
 */
export async function* listBatches(
  service: BatchService,
  settings: VendorAccount,
  since: Date,
  { send, signal }: { send: typeof fetch; signal: AbortSignal },
): AsyncGenerator<ListedBatch> {
  const { address, headers, read } = LISTINGS[AI_SERVICES[service].wire];
  let cursor: string | null = null;
  do {
    const answer: Response = await send(address(settings, cursor), { headers: headers(settings), signal });
    if (!answer.ok) throw new Error(`${service} did not list its batches: ${answer.status}`);
    const page: Page = read(await answer.json());
    for (const batch of page.batches) {
      if (batch.createdAt.getTime() < since.getTime() - CLOCKS_MS) return;
      yield batch;
    }
    cursor = page.cursor;
  } while (cursor !== null);
}
