import { responsesWire } from '../wire/openai-responses.ts';
import { isObject, Refusal, refuseUnknownFields, type JsonObject } from '../wire/wire.ts';
import { bodyOf, limitOf, pageOf, type BatchAnswer, type BatchApi, type BatchRequest } from './batch-api.ts';
import type { BatchEntry, BatchJob, BatchJobs } from './batch-jobs.ts';

const wire = responsesWire('openai', 'responses');
const ENDPOINT = '/v1/responses';
const MOST_REQUESTS = 50_000;
const FIELDS = ['input_file_id', 'endpoint', 'completion_window', 'metadata', 'output_expires_after'];
const unix = (at: number | null): number | null => (at === null ? null : Math.floor(at / 1000));

/** Uploaded files, by sandbox. */
const files = new WeakMap<BatchJobs, Map<string, string>>();
const filesOf = (jobs: BatchJobs): Map<string, string> => {
  const known = files.get(jobs) ?? new Map<string, string>();
  files.set(jobs, known);
  return known;
};

/** `/v1/files` for batches, and `/v1/batches`. */
export const openaiBatches: BatchApi = async (request, jobs) => {
  const { method, path, url } = request;
  if (path === '/files' && method === 'POST') return upload(request, filesOf(jobs));
  const [, fileId] = /^\/files\/([^/]+)\/content$/.exec(path) ?? [];
  if (fileId !== undefined && method === 'GET') return content(fileId, jobs);
  if (path === '/batches' && method === 'POST') return create(request, jobs);
  if (path === '/batches' && method === 'GET') {
    const { page, hasMore } = pageOf(jobs.list('openai'), limitOf(url, 'limit', 100), url.searchParams.get('after'));
    const ids = { first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null };
    return { json: { object: 'list', data: page.map(batchOf), ...ids, has_more: hasMore } };
  }
  const [, id, act] = /^\/batches\/([^/]+)(?:\/(cancel))?$/.exec(path) ?? [];
  if (id === undefined) return null;
  const job = jobs.find('openai', id);
  if (!job) throw new Refusal(404, `No batch found with id '${id}'.`);
  if (act === 'cancel' && method === 'POST') {
    if (job.endedAt !== null) throw new Refusal(409, `Cannot cancel a batch with status '${statusOf(job)}'.`);
    jobs.cancel(job);
    return { json: batchOf(job) };
  }
  return act === undefined && method === 'GET' ? { json: batchOf(job) } : null;
};

async function upload({ raw, headers }: BatchRequest, known: Map<string, string>): Promise<BatchAnswer> {
  const form = await new Response(raw, { headers: { 'Content-Type': headers['content-type'] ?? '' } }).formData().catch(() => null);
  const file = form?.get('file');
  if (!form || !(file instanceof File)) throw new Refusal(400, "Missing required parameter: 'file'.");
  if (form.get('purpose') !== 'batch') throw new Refusal(400, "Invalid value for 'purpose'.");
  const seconds = form.get('expires_after[seconds]');
  if (seconds !== null && form.get('expires_after[anchor]') !== 'created_at')
    throw new Refusal(400, "Invalid value for 'expires_after[anchor]'.");
  const id = `file-${String(known.size + 1).padStart(12, '0')}`;
  known.set(id, await file.text());
  const createdAt = unix(Date.now())!;
  const expiresAt = seconds === null ? null : createdAt + Number(seconds);
  return {
    json: {
      id,
      object: 'file',
      bytes: file.size,
      created_at: createdAt,
      expires_at: expiresAt,
      filename: file.name,
      purpose: 'batch',
      status: 'processed',
    },
  };
}

function create({ raw, headers, origin }: BatchRequest, jobs: BatchJobs): BatchAnswer {
  const body = bodyOf(raw);
  refuseUnknownFields(body, FIELDS, (field) => `Unknown parameter: '${field}'.`);
  if (body.completion_window !== '24h') throw new Refusal(400, "Invalid value for 'completion_window': only '24h' is supported.");
  if (body.endpoint !== ENDPOINT) throw new Refusal(400, `Invalid value for 'endpoint': the sandbox answers ${ENDPOINT} only.`);
  const metadata = body.metadata ?? {};
  if (
    !isObject(metadata) ||
    Object.keys(metadata).length > 16 ||
    Object.values(metadata).some((value) => typeof value !== 'string' || value.length > 512)
  )
    throw new Refusal(400, "Invalid type for 'metadata'.");
  const file = filesOf(jobs).get(String(body.input_file_id));
  if (file === undefined) throw new Refusal(400, `No such File object: ${String(body.input_file_id)}`);
  const { entries, refused } = readLines(file);
  const job = jobs.start('batch_', {
    wire,
    url: new URL(`${origin}/responses`),
    headers,
    name: null,
    metadata,
    inputFile: String(body.input_file_id),
    entries,
    refused,
  });
  return { json: batchOf(job) };
}

/** OpenAI accepts any file, and reports invalid lines in the batch. */
function readLines(file: string): { entries: BatchEntry[]; refused: BatchJob['refused'] } {
  const entries: BatchEntry[] = [];
  const ids = new Set<string>();
  let model: unknown;
  for (const [at, text] of file.trimEnd().split('\n').entries()) {
    const refuse = (code: string, message: string) => ({ entries: [], refused: { code, message, line: at + 1 } });
    let line: unknown;
    try {
      line = JSON.parse(text);
    } catch {
      return refuse('invalid_json_line', 'This line is not parseable as valid JSON.');
    }
    if (!isObject(line) || typeof line.custom_id !== 'string' || !isObject(line.body))
      return refuse('missing_required_parameter', 'custom_id and body are required.');
    if (line.method !== 'POST') return refuse('invalid_method', "The HTTP method must be 'POST'.");
    if (line.url !== ENDPOINT) return refuse('mismatched_url', 'The URL provided for this request does not match the batch endpoint.');
    if (ids.has(line.custom_id)) return refuse('duplicate_custom_id', 'The custom_id for this request is a duplicate of another request.');
    if (model !== undefined && line.body.model !== model)
      return refuse('mismatched_model', 'All requests of a batch must use the same model.');
    if (line.body.stream === true) return refuse('invalid_request', "'stream' is not supported in a batch.");
    ({ model } = line.body);
    ids.add(line.custom_id);
    entries.push({ id: line.custom_id, body: line.body });
  }
  if (entries.length === 0) return { entries, refused: { code: 'empty_file', message: 'The input file is empty.', line: 0 } };
  if (entries.length > MOST_REQUESTS)
    return { entries: [], refused: { code: 'too_many_requests', message: 'Too many requests.', line: 0 } };
  return { entries, refused: null };
}

/** An output file contains the successful answers, an error file the others. */
function content(fileId: string, jobs: BatchJobs): BatchAnswer {
  const [, kind, id] = /^file-(output|error)-(.+)$/.exec(fileId) ?? [];
  const job = id === undefined ? null : jobs.find('openai', id);
  if (!job || job.endedAt === null) throw new Refusal(404, `No such File object: ${fileId}`);
  const lines = job.entries.flatMap((entry): JsonObject[] => {
    const result = job.results.get(entry.id);
    if (!result || (result.end === 'succeeded') !== (kind === 'output')) return [];
    const line = { id: `batch_req_${entry.id}`, custom_id: entry.id };
    if (result.end === 'succeeded')
      return [{ ...line, response: { status_code: 200, request_id: result.reply.id, body: wire.json(result.reply) }, error: null }];
    if (result.end === 'errored')
      return [
        {
          ...line,
          response: { status_code: result.status, request_id: null, body: wire.error(result.status, result.message) },
          error: null,
        },
      ];
    const isExpired = result.end === 'expired';
    const message = isExpired ? 'This request could not be executed before the completion window expired.' : 'This request was cancelled.';
    return [{ ...line, response: null, error: { code: isExpired ? 'batch_expired' : 'batch_cancelled', message } }];
  });
  return { lines };
}

function statusOf(job: BatchJob): string {
  if (job.refused) return 'failed';
  if (job.endedAt === null) return job.cancelRequestedAt === null ? (job.results.size > 0 ? 'in_progress' : 'validating') : 'cancelling';
  if (job.cancelRequestedAt !== null) return 'cancelled';
  return [...job.results.values()].some(({ end }) => end === 'expired') ? 'expired' : 'completed';
}

function batchOf(job: BatchJob): JsonObject {
  const status = statusOf(job);
  const results = [...job.results.values()];
  const answered = results.filter(({ end }) => end === 'succeeded').length;
  const at = (name: string) => (status === name ? unix(job.endedAt) : null);
  const isOver = job.endedAt !== null && !job.refused;
  return {
    id: job.id,
    object: 'batch',
    endpoint: ENDPOINT,
    errors: job.refused ? { object: 'list', data: [{ ...job.refused, param: null }] } : null,
    input_file_id: job.inputFile,
    completion_window: '24h',
    status,
    output_file_id: isOver && answered > 0 ? `file-output-${job.id}` : null,
    error_file_id: isOver && answered < job.entries.length ? `file-error-${job.id}` : null,
    created_at: unix(job.createdAt),
    in_progress_at: job.refused ? null : unix(job.createdAt),
    expires_at: unix(job.expiresAt),
    finalizing_at: isOver ? unix(job.endedAt) : null,
    completed_at: at('completed'),
    failed_at: at('failed'),
    expired_at: at('expired'),
    cancelling_at: unix(job.cancelRequestedAt),
    cancelled_at: at('cancelled'),
    request_counts: { total: job.entries.length, completed: answered, failed: results.length - answered },
    metadata: job.metadata,
  };
}
