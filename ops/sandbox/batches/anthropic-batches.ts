import { anthropicWire } from '../wire/anthropic.ts';
import { isObject, Refusal, refuseUnknownFields, type JsonObject } from '../wire/wire.ts';
import { bodyOf, limitOf, pageOf, type BatchApi } from './batch-api.ts';
import type { BatchEntry, BatchJob, EntryResult } from './batch-jobs.ts';

const MOST_REQUESTS = 100_000;
const ID = /^[A-Za-z0-9_-]{1,64}$/;
const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** `/v1/messages/batches`. Anthropic does not let a client name a batch. */
export const anthropicBatches: BatchApi = ({ method, path, url, headers, origin, raw }, jobs) => {
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
