import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Faults } from '../control/faults.ts';
import { anthropicWire } from '../wire/anthropic.ts';
import { geminiWire } from '../wire/gemini.ts';
import { responsesWire } from '../wire/openai-responses.ts';
import { Refusal, type Wire } from '../wire/wire.ts';
import { anthropicBatches } from './anthropic-batches.ts';
import type { BatchApi } from './batch-api.ts';
import type { BatchJobs } from './batch-jobs.ts';
import { geminiBatches } from './gemini-batches.ts';
import { openaiBatches } from './openai-batches.ts';

const APIS: readonly { base: string; wire: Wire; api: BatchApi }[] = [
  { base: '/anthropic/v1', wire: anthropicWire, api: anthropicBatches },
  { base: '/openai/v1', wire: responsesWire('openai'), api: openaiBatches },
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
    // a request that never arrives has no effect; 'cut' only loses the answer
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
