import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Faults } from '../control/faults.ts';
import { anthropicWire } from '../wire/anthropic.ts';
import { geminiWire } from '../wire/gemini.ts';
import { responsesWire } from '../wire/openai-responses.ts';
import { isObject, Refusal, type JsonObject, type Wire } from '../wire/wire.ts';
import { anthropicBatches } from './anthropic-batches.ts';
import type { BatchJobs } from './batch-jobs.ts';
import { geminiBatches } from './gemini-batches.ts';
import { openaiBatches } from './openai-batches.ts';

/** A request to a vendor's batch service; `path` begins after the vendor's base. */
export interface BatchRequest {
  readonly method: string;
  readonly path: string;
  readonly url: URL;
  readonly headers: Record<string, string>;
  /** Base of absolute addresses in answers. */
  readonly origin: string;
  readonly raw: string;
}

/** Lines for JSON Lines, else JSON. */
export type BatchAnswer = { readonly json: JsonObject } | { readonly lines: readonly JsonObject[] };

/** Answers a request of this vendor. @returns null for a path that is no part of its batch service @throws Refusal */
export type BatchApi = (request: BatchRequest, jobs: BatchJobs) => BatchAnswer | null | Promise<BatchAnswer | null>;

const APIS: readonly { base: string; wire: Wire; api: BatchApi }[] = [
  { base: '/anthropic/v1', wire: anthropicWire, api: anthropicBatches },
  { base: '/openai/v1', wire: responsesWire('openai'), api: openaiBatches },
  { base: '/gemini/v1beta', wire: geminiWire, api: geminiBatches },
];

/** Parses a JSON body. @throws Refusal */
export function bodyOf(raw: string): JsonObject {
  try {
    const body: unknown = JSON.parse(raw || '{}');
    if (isObject(body)) return body;
  } catch {
    // refused below
  }
  throw new Refusal(400, 'We could not parse the JSON body of your request.');
}

/** A page of a list, newest first. @returns null for a cursor that names nothing */
export function pageOf<T extends { id: string }>(all: readonly T[], limit: number, after: string | null): { page: T[]; hasMore: boolean } {
  const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return { page: all.slice(from, from + limit), hasMore: all.length > from + limit };
}

/** Reads `limit`, 1 to 100 or more by vendor. @throws Refusal */
export function limitOf(url: URL, name: string, most: number): number {
  const limit = Number(url.searchParams.get(name) ?? 20);
  if (!Number.isInteger(limit) || limit < 1 || limit > most) throw new Refusal(400, `${name}: must be between 1 and ${most}`);
  return limit;
}

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
    // an order that never arrives does nothing; 'cut' loses only the answer
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
