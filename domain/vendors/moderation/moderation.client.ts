import { APICallError } from 'ai';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import { leadOf } from '#contract/platform/ai-services.ts';
import { config } from '#domain/platform/config.ts';
import { acquireAllowance } from '../llm/acquire-allowance.command.ts';
import { boundedFetch } from '../llm/bounded-fetch.ts';
import { failureOf } from '../llm/classify-error.ts';
import { closesForMs, outcomeOf } from '../llm/llm.client.ts';
import { settleCall } from '../llm/call.commands.ts';
import { VendorFailure } from '../llm/vendor-failure.ts';

/** The categories of OpenAI's moderation endpoint. */
export const CATEGORIES = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/intent',
  'self-harm/instructions',
] as const;
export type Category = (typeof CATEGORIES)[number];
/** From 0 to 1; not probabilities, and recalibrated by the vendor from time to time. */
export type Scores = Readonly<Record<Category, number>>;

const SERVICE = leadOf('moderation');
/** The vendor judges longer texts less reliably, so they are sent in parts; the highest score of each category counts. */
const PART_CHARACTERS = 2_000;
const fetchBounded = boundedFetch({ total: 1024 * 1024, line: 1024 * 1024, error: 16 * 1024 });
const answerSchema = z.object({ results: z.array(z.object({ category_scores: z.record(z.enum(CATEGORIES), z.number().min(0).max(1)) })) });

/** Tells whether this installation has a moderation service. */
export const hasModerationService = (): boolean => config().accounts[SERVICE].apiKey !== '';

interface Order {
  readonly text: string;
  /** Null: the call belongs to no run. */
  readonly runId: string | null;
  readonly stepId: string | null;
  readonly signal: AbortSignal;
}

/**
 * Scores a text once. Allowance, circuit and records are those of every AI service, in a separate lane for this model. Waits at most two
 * seconds for its allowance and the configured time limit for the answer.
 * @throws VendorFailure; AllowanceWait (no call was made); CallAborted
 */
export async function scoreText({ text, runId, stepId, signal }: Order): Promise<Scores> {
  const { model } = config().moderation;
  const parts = partsOf(text);
  const tokens = Math.ceil(Buffer.byteLength(text) / 4);
  const allowance = await acquireAllowance({ service: SERVICE, model, lane: 'interactive', accountId: null, tokens, signal, isFree: true });
  const startedAt = new Date();
  const start = performance.now();
  const result = await ask(parts, signal).catch((error: unknown) => failureOf(SERVICE, error, signal));
  const failure = result instanceof Error ? result : null;
  const settled = settleCall({
    id: uuidv7(),
    allowance,
    accountId: null,
    runId,
    stepId,
    purpose: 'moderation',
    startedAt,
    ms: Math.round(performance.now() - start),
    ...outcomeOf(failure),
    httpStatus: failure instanceof VendorFailure ? failure.httpStatus : failure ? null : 200,
    use: failure ? null : { input: tokens, cacheRead: 0, cacheWrite: 0, output: 0 },
    presumed: null,
    closeForMs: closesForMs(failure),
    detail: failure?.message ?? null,
  });
  // a good answer never waits for its bookkeeping
  if (!(result instanceof Error)) return result;
  await settled;
  throw result;
}

async function ask(parts: readonly string[], signal: AbortSignal): Promise<Scores> {
  const { apiKey, baseURL } = config().accounts[SERVICE];
  const { model, timeoutMs } = config().moderation;
  const url = `${baseURL}/moderations`;
  const answer = await fetchBounded(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, input: parts }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  const body = await answer.text();
  if (!answer.ok) {
    const facts = { url, requestBodyValues: {}, statusCode: answer.status, responseBody: body };
    throw new APICallError({ ...facts, message: answer.statusText, responseHeaders: Object.fromEntries(answer.headers) });
  }
  return highest(readAnswer(body, parts.length));
}

function readAnswer(body: string, parts: number): Scores[] {
  const broken = (detail: string) => new VendorFailure({ service: SERVICE, code: 'vendors.broken_output', detail, httpStatus: 200 });
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw broken('its judgement is no JSON');
  }
  const read = answerSchema.safeParse(json);
  if (!read.success) throw broken(`its judgement has another shape: ${read.error.issues[0]?.path.join('.')}`);
  if (read.data.results.length !== parts) throw broken(`it judged ${read.data.results.length} of ${parts} parts`);
  return read.data.results.map(({ category_scores: scores }) => scores);
}

function highest(scores: readonly Scores[]): Scores {
  const highestOf = (category: Category) => Math.max(...scores.map((part) => part[category]));
  return Object.fromEntries(CATEGORIES.map((category) => [category, highestOf(category)])) as Record<Category, number>;
}

/** Cuts a text into parts, at a space if one is near the end. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > PART_CHARACTERS) {
    const blank = rest.lastIndexOf(' ', PART_CHARACTERS);
    const cut = blank > PART_CHARACTERS / 2 ? blank : PART_CHARACTERS;
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...parts, rest];
}
