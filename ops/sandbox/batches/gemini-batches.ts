import { geminiWire } from '../wire/gemini.ts';
import { isObject, Refusal, refuseUnknownFields, type JsonObject } from '../wire/wire.ts';
import { bodyOf, limitOf, pageOf, type BatchApi } from './batch-api.ts';
import type { BatchEntry, BatchJob } from './batch-jobs.ts';

const CREATE = /^\/models\/([^/:]+):batchGenerateContent$/;
/** Google's status codes for the end of a request. */
const RPC = {
  canceled: { code: 1, message: 'The request was cancelled.' },
  expired: { code: 4, message: 'The request expired.' },
} as const;

/** `models/{id}:batchGenerateContent` with inlined requests, and `batches/{id}` as operations. Input files are rejected. */
export const geminiBatches: BatchApi = ({ method, path, url, headers, origin, raw }, jobs) => {
  const [, model] = CREATE.exec(path) ?? [];
  if (model !== undefined && method === 'POST') {
    const { displayName, entries } = readBatch(bodyOf(raw));
    const job = jobs.start('batches/', {
      wire: geminiWire,
      url: new URL(`${origin}/models/${model}:generateContent`),
      headers,
      name: displayName,
      metadata: { model: `models/${model}` },
      inputFile: null,
      entries,
      refused: null,
    });
    return { json: operationOf(job) };
  }
  if (path === '/batches' && method === 'GET') {
    const { page, hasMore } = pageOf(jobs.list('gemini'), limitOf(url, 'pageSize', 1000), url.searchParams.get('pageToken'));
    return { json: { operations: page.map(operationOf), ...(hasMore && { nextPageToken: page.at(-1)!.id }) } };
  }
  const [, id, act] = /^\/(batches\/[^/:]+)(?::(cancel))?$/.exec(path) ?? [];
  const job = id === undefined ? null : jobs.find('gemini', id);
  if (!job) throw new Refusal(404, `Requested entity was not found: ${id}`);
  if (act === 'cancel' && method === 'POST') {
    jobs.cancel(job);
    return { json: {} };
  }
  return act === undefined && method === 'GET' ? { json: operationOf(job) } : null;
};

const say = (field: string): string => `Invalid JSON payload received. Unknown name "${field}": Cannot find field.`;

function readBatch(body: JsonObject): { displayName: string; entries: BatchEntry[] } {
  refuseUnknownFields(body, ['batch'], say);
  const { batch } = body;
  if (!isObject(batch) || !isObject(batch.inputConfig)) throw new Refusal(400, '* batch.input_config: required');
  refuseUnknownFields(batch, ['displayName', 'inputConfig', 'priority', 'model', 'webhookConfig'], say);
  if (typeof batch.displayName !== 'string' || batch.displayName === '') throw new Refusal(400, '* batch.display_name: required');
  const inlined = isObject(batch.inputConfig.requests) ? batch.inputConfig.requests.requests : null;
  if (!Array.isArray(inlined) || inlined.length === 0)
    throw new Refusal(400, '* batch.input_config.requests: the sandbox takes inlined requests only');
  const entries = inlined.map((one: unknown, at) => {
    if (!isObject(one) || !isObject(one.request)) throw new Refusal(400, `* batch.input_config.requests.requests[${at}].request: required`);
    const key = isObject(one.metadata) ? one.metadata.key : undefined;
    if (typeof key !== 'string') throw new Refusal(400, `* batch.input_config.requests.requests[${at}].metadata.key: required here`);
    return { id: key, body: one.request };
  });
  return { displayName: batch.displayName, entries };
}

function stateOf(job: BatchJob): string {
  if (job.endedAt === null) return job.results.size === 0 ? 'BATCH_STATE_PENDING' : 'BATCH_STATE_RUNNING';
  if (job.cancelRequestedAt !== null) return 'BATCH_STATE_CANCELLED';
  const ends = [...job.results.values()].map(({ end }) => end);
  return ends.every((end) => end === 'expired') ? 'BATCH_STATE_EXPIRED' : 'BATCH_STATE_SUCCEEDED';
}

function operationOf(job: BatchJob): JsonObject {
  const isOver = job.endedAt !== null;
  const results = [...job.results.values()];
  const answered = results.filter(({ end }) => end === 'succeeded').length;
  const output = isOver ? { inlinedResponses: { inlinedResponses: job.entries.map((entry) => responseOf(job, entry)) } } : null;
  return {
    name: job.id,
    metadata: {
      '@type': 'type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch',
      name: job.id,
      displayName: job.name,
      ...job.metadata,
      state: stateOf(job),
      createTime: new Date(job.createdAt).toISOString(),
      updateTime: new Date(job.endedAt ?? job.createdAt).toISOString(),
      ...(isOver && { endTime: new Date(job.endedAt!).toISOString() }),
      // Google's JSON has 64-bit numbers as strings
      batchStats: {
        requestCount: String(job.entries.length),
        pendingRequestCount: String(job.entries.length - results.length),
        successfulRequestCount: String(answered),
        failedRequestCount: String(results.length - answered),
      },
      ...(output && { output }),
    },
    ...(isOver && { done: true, ...(output && { response: output }) }),
  };
}

function responseOf(job: BatchJob, { id }: BatchEntry): JsonObject {
  const result = job.results.get(id);
  const metadata = { key: id };
  if (result?.end === 'succeeded') return { metadata, response: geminiWire.json(result.reply) };
  if (result?.end === 'errored') return { metadata, error: { code: result.status >= 500 ? 13 : 3, message: result.message } };
  return { metadata, error: RPC[result?.end ?? 'canceled'] };
}
