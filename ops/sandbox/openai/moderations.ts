import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallLog } from '../control/call-log.ts';
import type { Faults } from '../control/faults.ts';
import { hashHex } from '../seeded-random.ts';
import { openaiError } from '../wire/openai-responses.ts';
import { isObject } from '../wire/wire.ts';

const PATH = '/openai/v1/moderations';
const MODELS = new Set(['omni-moderation-latest', 'omni-moderation-2024-09-26']);
const FIELDS = ['model', 'input'];
const LOW = 0.01;
/** The endpoint is far faster than a text model. */
const MOST_MS = 300;
const FLAGGED_FROM = 0.5;

const CATEGORIES = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/intent',
  'self-harm/instructions',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
] as const;

/** A few words for each category, used by tests and demonstrations: the real service understands sentences, this one only matches words. */
const WORDS: readonly (readonly [words: RegExp, scores: Partial<Record<(typeof CATEGORIES)[number], number>>])[] = [
  [/\b(idiots?|morons?|bitch|idiota|imbécil)\b/i, { harassment: 0.95 }],
  [/\b(shit|damn|mierda)\b/i, { harassment: 0.5 }],
  [/\b(?:will|going to) (?:kill|hurt) you\b/i, { 'harassment/threatening': 0.9, violence: 0.9 }],
  [/\bnudes\b/i, { sexual: 0.95 }],
  [/\b(?:want|going) to (?:die|hurt myself|end my life)\b/i, { 'self-harm': 0.9, 'self-harm/intent': 0.9 }],
  [/\bhow to hurt yourself\b/i, { 'self-harm/instructions': 0.95 }],
];

interface Context {
  readonly faults: Faults;
  readonly log: CallLog;
  readonly latencyMs: number;
}

/** Answers as OpenAI's moderation endpoint, for texts only. @returns false for another path */
export async function answerModeration(
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  raw: string,
  { faults, log, latencyMs }: Context,
): Promise<boolean> {
  if (req.method !== 'POST' || url.pathname !== PATH) return false;
  const reply = (status: number, body: object, headers: Record<string, string> = {}) => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers });
    res.end(JSON.stringify(body));
    return true;
  };
  const fault = faults.take('openai');
  const order = readOrder(req, raw);
  const facts = { service: 'openai' as const, purpose: 'moderation', key: hashHex(raw), subject: null };
  const record = log.open({ ...facts, model: 'model' in order ? order.model : null, input_tokens: Math.ceil(raw.length / 4) });
  record.fault = fault?.mode ?? null;
  const close = (status: number) => log.close(record, { ms: latencyMs, status, output_tokens: 0, aborted: false });
  if (fault?.mode === 'down') {
    close(0);
    res.destroy();
    return true;
  }
  if (fault?.mode === 'hang') return true;
  if (fault?.mode === 'garbage') {
    close(200);
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end('<html>not what was asked for');
    return true;
  }
  if (fault) {
    const status = Number(fault.mode) || 503;
    close(status);
    return reply(
      status,
      openaiError(status, 'Try again later.'),
      fault.retry_after_s ? { 'retry-after': String(fault.retry_after_s) } : {},
    );
  }
  if ('refusal' in order) {
    close(order.status);
    return reply(order.status, openaiError(order.status, order.refusal));
  }
  if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(latencyMs, MOST_MS)));
  close(200);
  return reply(200, { id: `modr-${hashHex(raw).slice(0, 24)}`, model: order.model, results: order.input.map(judge) });
}

type Order = { readonly model: string; readonly input: readonly string[] } | { readonly status: number; readonly refusal: string };

function readOrder(req: IncomingMessage, raw: string): Order {
  const refuse = (status: number, refusal: string): Order => ({ status, refusal });
  if (!req.headers.authorization?.startsWith('Bearer ')) return refuse(401, 'You didn’t provide an API key.');
  if (!/^application\/json\b/i.test(req.headers['content-type'] ?? '')) return refuse(400, 'Content-Type must be application/json');
  let body: unknown;
  try {
    body = JSON.parse(raw);
  } catch {
    return refuse(400, 'We could not parse the JSON body of your request.');
  }
  if (!isObject(body)) return refuse(400, 'the request body must be a JSON object');
  const unknown = Object.keys(body).find((name) => !FIELDS.includes(name));
  if (unknown) return refuse(400, `Unknown parameter: '${unknown}'.`);
  const { model = 'omni-moderation-latest', input } = body;
  if (typeof model !== 'string' || !MODELS.has(model)) return refuse(404, `The model '${String(model)}' does not exist.`);
  const texts = typeof input === 'string' ? [input] : input;
  if (!Array.isArray(texts) || texts.length === 0 || !texts.every((text) => typeof text === 'string' && text !== ''))
    return refuse(400, "Invalid 'input': expected a text, or an array of texts that are not empty.");
  return { model, input: texts };
}

function judge(text: string): object {
  const scores = Object.fromEntries(CATEGORIES.map((category) => [category, LOW]));
  for (const [words, found] of WORDS) if (words.test(text)) Object.assign(scores, found);
  const categories = Object.fromEntries(CATEGORIES.map((category) => [category, scores[category]! >= FLAGGED_FROM]));
  const applied = Object.fromEntries(CATEGORIES.map((category) => [category, ['text']]));
  const flagged = Object.values(categories).some(Boolean);
  return { flagged, categories, category_scores: scores, category_applied_input_types: applied };
}
