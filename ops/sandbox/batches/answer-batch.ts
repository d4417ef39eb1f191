import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Faults } from '../control/faults.ts';
import { anthropicWire } from '../wire/anthropic.ts';
import { geminiWire } from '../wire/gemini.ts';
import { responsesWire } from '../wire/openai-responses.ts';
import { Refusal, type Wire, isObject, refuseUnknownFields, type JsonObject } from '../wire/wire.ts';
import { type BatchApi, bodyOf, limitOf, pageOf } from './batch-api.ts';
import type { BatchJobs, BatchEntry, BatchJob, EntryResult } from './batch-jobs.ts';
import { openaiBatches } from './openai-batches.ts';

const CREATE = /^\/models\/([^/:]+):batchGenerateContent$/;
/** Google's status codes for the end of a request. */
const RPC = {
  canceled: { code: 1, message: 'The request was cancelled.' },
  expired: { code: 4, message: 'The request expired.' },
} as const;

/** `models/{id}:batchGenerateContent` with inlined requests, and `batches/{id}` as operations. Input files are refused. */
const geminiBatches: BatchApi = ({ method, path, url, headers, origin, raw }, jobs) => {
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

const MOST_REQUESTS = 100_000;
const ID = /^[A-Za-z0-9_-]{1,64}$/;
const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** `/v1/messages/batches`. Anthropic does not let a client name a batch. */
const anthropicBatches: BatchApi = ({ method, path, url, headers, origin, raw }, jobs) => {
  if (headers['anthropic-version'] === undefined) throw new Refusal(400, 'anthropic-version: header is required');
  const [, id, act] = /^\/messages\/batches(?:\/([^/]+))?(?:\/(cancel|results))?$/.exec(path) ?? [];
  if (method === 'POST' && path === '/messages/batches') {
    const job = jobs.start('msgbatch_', {
      wire: anthropicWire,
      url: new URL(`${origin}/messages`),
      headers,
      name: null,
      metadata: {},
      inputFile: null,
      entries: readRequests(bodyOf(raw)),
      refused: null,
    });
    return { json: batchOf(job, origin) };
  }
  if (method === 'GET' && path === '/messages/batches') {
    const { page, hasMore } = pageOf(jobs.list('claude'), limitOf(url, 'limit', 1000), url.searchParams.get('after_id'));
    const data = page.map((job) => batchOf(job, origin));
    return { json: { data, has_more: hasMore, first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null } };
  }
  const job = id === undefined ? null : jobs.find('claude', id);
  if (!job) throw new Refusal(404, `Message batch ${id} not found.`);
  if (method === 'POST' && act === 'cancel') {
    if (job.endedAt !== null) throw new Refusal(400, `Message batch ${id} has already ended.`);
    jobs.cancel(job);
    return { json: batchOf(job, origin) };
  }
  if (method === 'GET' && act === 'results') {
    if (job.endedAt === null) throw new Refusal(404, `Message batch ${id} has no available results.`);
    // reversed, because Anthropic does not guarantee the order of results
    return { lines: job.entries.map((entry) => ({ custom_id: entry.id, result: resultOf(job.results.get(entry.id)!) })).toReversed() };
  }
  return method === 'GET' && act === undefined ? { json: batchOf(job, origin) } : null;
};

const APIS: readonly { base: string; wire: Wire; api: BatchApi }[] = [
  { base: '/anthropic/v1', wire: anthropicWire, api: anthropicBatches },
  { base: '/openai/v1', wire: responsesWire('openai', 'responses'), api: openaiBatches },
  { base: '/gemini/v1beta', wire: geminiWire, api: geminiBatches },
];

/** Serves the vendors' batch services. @returns false for another path */
export async function answerBatch(
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  raw: string,
  { jobs, faults }: { jobs: BatchJobs; faults: Faults },
): Promise<boolean> {
  const vendor = APIS.find(({ base }) => url.pathname.startsWith(`${base}/`));
  if (!vendor) return false;
  const { wire, api, base } = vendor;
  const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
  const request = {
    method: req.method ?? 'GET',
    path: url.pathname.slice(base.length),
    url,
    headers,
    raw,
    origin: `http://${req.headers.host}${base}`,
  };
  const isBatch = /^\/(batches|files|messages\/batches)\b/.test(request.path) || request.path.endsWith(':batchGenerateContent');
  if (!isBatch) return false;
  const fault = faults.take(wire.service);
  if (fault?.mode === 'hang') return true;
  const send = (status: number, body: string, type = 'application/json') => {
    if (fault?.mode === 'down' || fault?.mode === 'cut') return void res.destroy();
    res.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    res.end(body);
  };
  try {
    if (fault?.mode === '429' || fault?.mode === '500' || fault?.mode === '529') throw new Refusal(Number(fault.mode), 'Try again later.');
    if (!wire.isAuthenticated(req.headers, url)) throw new Refusal(401, 'Incorrect or missing API key.');
    // a request that never arrives has no effect; 'cut' loses only the answer
    const answer = fault?.mode === 'down' ? { json: {} } : await api(request, jobs);
    if (!answer) throw new Refusal(404, `no route ${req.method} ${url.pathname}`);
    if ('lines' in answer) send(200, answer.lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'application/x-jsonl');
    else send(200, JSON.stringify(answer.json));
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, `sandbox: ${(error as Error).message}`);
    send(refusal.status, JSON.stringify(wire.error(refusal.status, refusal.message)));
  }
  return true;
}

function readRequests(body: JsonObject): BatchEntry[] {
  refuseUnknownFields(body, ['requests'], (field) => `${field}: Extra inputs are not permitted`);
  const { requests } = body;
  if (!Array.isArray(requests) || requests.length === 0) throw new Refusal(400, 'requests: List should have at least 1 item');
  if (requests.length > MOST_REQUESTS) throw new Refusal(413, 'requests: too many');
  const ids = new Set<string>();
  return requests.map((request: unknown, at) => {
    if (!isObject(request) || !isObject(request.params)) throw new Refusal(400, `requests.${at}.params: Field required`);
    refuseUnknownFields(request, ['custom_id', 'params'], (field) => `requests.${at}.${field}: Extra inputs are not permitted`);
    const id = request.custom_id;
    if (typeof id !== 'string' || !ID.test(id))
      throw new Refusal(400, `requests.${at}.custom_id: String should match pattern '${ID.source}'`);
    if (ids.has(id)) throw new Refusal(400, `requests.${at}.custom_id: custom_id must be unique in a batch`);
    if (request.params.stream === true) throw new Refusal(400, `requests.${at}.params.stream: streaming is not supported in a batch`);
    ids.add(id);
    return { id, body: request.params };
  });
}

function resultOf(result: EntryResult): JsonObject {
  if (result.end === 'succeeded') return { type: 'succeeded', message: anthropicWire.json(result.reply) };
  if (result.end === 'errored') return { type: 'errored', error: anthropicWire.error(result.status, result.message) };
  return { type: result.end };
}

function batchOf(job: BatchJob, origin: string): JsonObject {
  const ended = job.endedAt !== null;
  const of = (end: EntryResult['end']) => (ended ? [...job.results.values()].filter((result) => result.end === end).length : 0);
  const counts = { succeeded: of('succeeded'), errored: of('errored'), canceled: of('canceled'), expired: of('expired') };
  return {
    id: job.id,
    type: 'message_batch',
    processing_status: ended ? 'ended' : job.cancelRequestedAt === null ? 'in_progress' : 'canceling',
    // all counts except `processing` are 0 before the end
    request_counts: { processing: ended ? 0 : job.entries.length, ...counts },
    ended_at: iso(job.endedAt),
    created_at: iso(job.createdAt),
    expires_at: iso(job.expiresAt),
    archived_at: null,
    cancel_initiated_at: iso(job.cancelRequestedAt),
    results_url: ended ? `${origin}/messages/batches/${job.id}/results` : null,
  };
}

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
