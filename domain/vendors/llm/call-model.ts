import { Output, streamText, type LanguageModel } from 'ai';
import { toJSONSchema, type core } from 'zod';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createXai } from '@ai-sdk/xai';
import type { Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import type { ServiceAccount, VendorSettings } from '#domain/platform/settings/model-settings.ts';
import { NO_TEXTS } from '#domain/platform/tracing/tracer.ts';
import { vertexFetch } from '../connections/service-account.ts';
import { boundedFetch, VENDOR_BYTES } from './bounded-fetch.ts';
import { classifyError } from './classify-error.ts';
import { END_OF_ANSWER, END_OF_COMPATIBLE_ANSWER } from './end-of-answer.ts';
import { parseAnswer } from './parse-answer.ts';
import { readAnswer, REPLACEMENT, type StreamedAnswer } from './read-answer.ts';
import { CallAborted, VendorFailure, type FailureCode, withoutKey } from './vendor-failure.ts';

export interface ModelCall<T> {
  service: Service;
  instructions: string;
  prompt: string;
  schema: core.$ZodType<T>;
  maxOutputTokens: number;
  signal: AbortSignal;
  /** It probes a vendor that did not answer recently. */
  isProbe: boolean;
  /** For how long the service may send nothing, in ms; absent: as long as the configuration says. */
  silenceMs?: number | undefined;
  onPartial?: ((partial: unknown) => void) | undefined;
  /** Who is asked instead of whom the configuration names, while a connection is tried. */
  settings?: VendorSettings | undefined;
}

export type CallResult<T> = { value: T } | VendorFailure | CallAborted;

/**
 * Timeout of a probe. Its step has another service that is available, so a hanging probe must not take the half minute that a healthy
 * vendor gets. Healthy ones begin to answer within two or three seconds; a slower one is as bad as an unavailable one.
 */
const PROBE_FIRST_CHUNK_MS = 5_000;

const BROKEN_CHARACTERS = 'The answer had broken characters (U+FFFD). Write it again with whole words.';
const TOO_LONG = 'The answer was too long. Write a shorter one.';
/** Five are usual. A longer answer would exceed its token limit anyway, and checking it would keep a worker busy. */
const MOST_CHARACTERS_A_TOKEN = 16;
const BEGINS_AS_ANSWER = /^[\s\ufeff]*(?:(?:```|~~~)\w*\s*)?[{[]/;

/**
 * A server of one's own may load its model first and then write a few words a second: only its silence ends a call. Node gives up on a
 * request without an answer after 300 s.
 */
const COMPATIBLE_LIMITS: CallLimits = { firstChunkTimeoutMs: 280_000, chunkTimeoutMs: 120_000, callTimeoutMs: 6 * 60 * 60_000 };
/** What such servers say of a request for answers by schema that they do not know. */
const NO_SCHEMA = /response_format|json_schema|json schema|grammar|structured output/i;

function limitsOf(call: ModelCall<unknown>): CallLimits {
  const { isProbe, silenceMs = Infinity } = call;
  const { vendor } = config();
  if (askedBy(call).compatible) return COMPATIBLE_LIMITS;
  return {
    ...vendor,
    firstChunkTimeoutMs: Math.min(vendor.firstChunkTimeoutMs, silenceMs, isProbe ? PROBE_FIRST_CHUNK_MS : Infinity),
    chunkTimeoutMs: Math.min(vendor.chunkTimeoutMs, silenceMs),
  };
}

/**
 * Makes one streamed request and classifies its result. Failures are returned, not thrown, because their usage must be recorded too. A server
 * of one's own that rejects the schema is asked again without it.
 */
export async function callModel<T>(call: ModelCall<T>): Promise<{ streamed: StreamedAnswer; result: CallResult<T> }> {
  const answered = await callOnce(call);
  const { result } = answered;
  const rejected = result instanceof VendorFailure && result.httpStatus === 400 && NO_SCHEMA.test(result.message);
  return rejected && withholdSchema(askedBy(call)) ? callOnce(call) : answered;
}

const askedBy = ({ service, settings }: ModelCall<unknown>): VendorSettings => settings ?? config().vendors[service];

async function callOnce<T>(call: ModelCall<T>): Promise<{ streamed: StreamedAnswer; result: CallResult<T> }> {
  const answered = await streamOnce(call);
  if (answered.result instanceof VendorFailure) answered.result.message = withoutKey(answered.result.message, askedBy(call).apiKey);
  return answered;
}

async function streamOnce<T>(call: ModelCall<T>): Promise<{ streamed: StreamedAnswer; result: CallResult<T> }> {
  const { compatible } = askedBy(call);
  const watch = watchCall(call.signal, limitsOf(call));
  try {
    const { stream } = streamText({
      model: call.settings ? create(call.service, call.settings) : modelOf(call.service),
      instructions: compatible ? `${call.instructions}\n\n${schemaInWords(call.schema)}` : call.instructions,
      prompt: call.prompt,
      output: jsonOf(call.schema),
      maxOutputTokens: call.maxOutputTokens,
      // course texts need little reasoning; by default these models think long, and thinking counts against maxOutputTokens.
      // Ollama refuses the setting for models that cannot think
      ...(compatible ? {} : { reasoning: 'low' as const }),
      maxRetries: 0,
      telemetry: NO_TEXTS,
      abortSignal: watch.signal,
      onError: () => {}, // it is read from the stream
    });
    const streamed = await readAnswer(stream, { onPart: watch.alive, onPartial: call.onPartial });
    return { streamed, result: resultOf(call, streamed, watch.timedOut) };
  } catch (error) {
    // the SDK rejected the request before sending it; readAnswer never throws
    return { streamed: { text: '', finish: null, use: null, error }, result: classifyError(call.service, error) };
  } finally {
    watch.stop();
  }
}

/** A small model fills a form better when it has read it; a grammar alone only keeps it from writing anything else. */
export const schemaInWords = (schema: core.$ZodType): string =>
  `Answer with one JSON object and nothing else. It fits this JSON Schema: ${JSON.stringify(toJSONSchema(schema))}`;

/** A finished answer's text, and how the vendor says it ended. */
export type FinishedText = Pick<StreamedAnswer, 'text' | 'finish'>;

/** Classifies the result. A stream we aborted may report other errors too, so our own reasons take precedence. */
function resultOf<T>(call: ModelCall<T>, streamed: StreamedAnswer, timedOut: string | null): CallResult<T> {
  const { service } = call;
  if (streamed.finish === null && call.signal.aborted) return new CallAborted();
  if (streamed.finish === null && timedOut)
    return new VendorFailure({ service, code: 'vendors.timed_out', detail: timedOut, silent: streamed.text === '' });
  if (streamed.error) return classifyError(service, streamed.error);
  return answerIn(call, streamed);
}

/** Returns the value in an answer that has arrived, or what is wrong with it. */
export function answerIn<T>(
  call: Pick<ModelCall<T>, 'service' | 'schema' | 'maxOutputTokens' | 'instructions' | 'prompt'>,
  streamed: FinishedText,
): { value: T } | VendorFailure {
  const { service } = call;
  const fail = (code: FailureCode, detail: string, repairHint: string | null = null, truncated = false) =>
    new VendorFailure({ service, code, detail, repairHint, truncated, httpStatus: 200 });
  switch (streamed.finish) {
    case 'stop': {
      const parsed = parseAnswer(streamed.text, call.schema);
      if (parsed.ok && JSON.stringify(parsed.value).length > call.maxOutputTokens * MOST_CHARACTERS_A_TOKEN)
        return fail('vendors.broken_output', `longer than ${call.maxOutputTokens} tokens can be`, TOO_LONG);
      if (parsed.ok && isBroken(parsed.value, call)) return fail('vendors.broken_output', 'it holds broken characters', BROKEN_CHARACTERS);
      if (parsed.ok) return { value: parsed.value };
      // a text that has prose before a piece of JSON was never a proper answer
      const isCutOff = parsed.flaw === 'truncated' && BEGINS_AS_ANSWER.test(streamed.text);
      return fail('vendors.broken_output', parsed.detail, parsed.repairHint, isCutOff);
    }
    case 'length':
      return fail('vendors.broken_output', `truncated at ${call.maxOutputTokens} tokens`, TOO_LONG, true);
    case 'content-filter':
      return fail('vendors.refused', 'it declined to answer');
    case 'tool-calls':
      return fail('vendors.broken_output', 'it called a tool', 'Answer with the JSON object only.');
    default:
      return fail('vendors.unavailable', 'the stream ended before the answer did');
  }
}

/** Tells whether an answer has lost characters. Those of its prompt may be quoted. */
const isBroken = (value: unknown, { instructions, prompt }: Pick<ModelCall<unknown>, 'instructions' | 'prompt'>): boolean =>
  JSON.stringify(value).includes(REPLACEMENT) && !`${instructions}${prompt}`.includes(REPLACEMENT);

/**
 * Passes the schema to the vendor and nothing else. The SDK would re-parse the whole text for every chunk, which is quadratic; returning
 * the raw text leaves parsing to read-answer.ts and parse-answer.ts.
 */
export const jsonOf = (schema: core.$ZodType) => ({
  ...Output.object({ schema }),
  parsePartialOutput: async ({ text }: { text: string }) => ({ partial: text }),
});

interface CallLimits {
  firstChunkTimeoutMs: number;
  chunkTimeoutMs: number;
  callTimeoutMs: number;
}

/** Aborts a call when its caller aborts, or when the vendor is silent or too slow. */
interface CallWatch {
  /** Pass it to the call. */
  readonly signal: AbortSignal;
  /** Why the watch ended it; null while it runs, and when the caller ended it. */
  readonly timedOut: string | null;
  /** Call it whenever data arrives. */
  alive(): void;
  /** Aborts the call if it still runs, and clears all timers. */
  stop(): void;
}

/**
 * Watches one call. The AI SDK's own chunk timeouts start with the first event, so they never fire for a vendor that accepts a request and
 * sends nothing; these do.
 */
function watchCall(caller: AbortSignal, limits: CallLimits): CallWatch {
  const controller = new AbortController();
  let timedOut: string | null = null;
  let silence: NodeJS.Timeout | null = null;
  const end = (why: string) => {
    timedOut ??= why;
    controller.abort(new DOMException(why, 'TimeoutError'));
  };
  const leave = () => controller.abort(caller.reason);
  const first = setTimeout(end, limits.firstChunkTimeoutMs, `nothing arrived within ${limits.firstChunkTimeoutMs} ms`);
  const total = setTimeout(end, limits.callTimeoutMs, `not finished after ${limits.callTimeoutMs} ms`);
  if (caller.aborted) leave();
  else caller.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    get timedOut() {
      return timedOut;
    },
    alive() {
      clearTimeout(first);
      if (silence) silence.refresh();
      else silence = setTimeout(end, limits.chunkTimeoutMs, `silent for ${limits.chunkTimeoutMs} ms`);
    },
    stop() {
      clearTimeout(first);
      clearTimeout(total);
      if (silence) clearTimeout(silence);
      caller.removeEventListener('abort', leave);
      controller.abort();
    },
  };
}

const fetchOf = (service: Service) => boundedFetch(VENDOR_BYTES, END_OF_ANSWER[service]);

const CREATE: Record<Service, (settings: VendorSettings) => LanguageModel> = {
  claude: ({ baseURL, apiKey, model }) => createAnthropic({ baseURL, apiKey, fetch: fetchOf('claude') })(model),
  openai: ({ baseURL, apiKey, model }) => createOpenAI({ baseURL, apiKey, fetch: fetchOf('openai') })(model),
  grok: ({ baseURL, apiKey, model }) => createXai({ baseURL, apiKey, fetch: fetchOf('grok') })(model),
  gemini: ({ baseURL, apiKey, model }) => createGoogle({ baseURL, apiKey, fetch: fetchOf('gemini') })(model),
};

/**
 * A server of one's own. Whether it holds answers to a schema is found out by asking; some know JSON mode only, and some neither.
 * @param structured whether it takes a schema
 */
const createCompatible = ({ baseURL, apiKey, model }: VendorSettings, structured: boolean): LanguageModel =>
  createOpenAICompatible({
    name: 'compatible',
    baseURL,
    apiKey,
    fetch: boundedFetch(VENDOR_BYTES, END_OF_COMPATIBLE_ANSWER),
    includeUsage: true,
    supportsStructuredOutputs: structured,
  })(model);

/** Addresses of compatible servers that have rejected a schema. */
const withoutSchema = new Set<string>();

const made = new Map<Service, { settings: VendorSettings; model: LanguageModel }>();

/** Returns the configured model of a service; created once per configuration. */
function modelOf(service: Service): LanguageModel {
  const settings = config().vendors[service];
  let entry = made.get(service);
  if (entry?.settings !== settings) made.set(service, (entry = { settings, model: create(service, settings) }));
  return entry.model;
}

/** Vertex AI speaks the same protocol as Gemini's own interface, behind another door. */
const createVertex = ({ baseURL, model }: VendorSettings, account: ServiceAccount): LanguageModel =>
  createGoogle({ baseURL, apiKey: 'none', fetch: vertexFetch(account, END_OF_ANSWER.gemini) })(model);

const create = (service: Service, settings: VendorSettings): LanguageModel =>
  settings.vertex
    ? createVertex(settings, settings.vertex)
    : settings.compatible
      ? createCompatible(settings, !withoutSchema.has(settings.baseURL))
      : CREATE[service](settings);

/** Sends a service's server no schema from now on, because it rejected one. @returns false when it gets none already */
function withholdSchema({ baseURL, compatible }: VendorSettings): boolean {
  if (!compatible || withoutSchema.has(baseURL)) return false;
  withoutSchema.add(baseURL);
  made.clear();
  return true;
}
