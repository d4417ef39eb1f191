import { Output, streamText, type ModelMessage } from 'ai';
import { toJSONSchema, type core } from 'zod';
import { aiService, type Service } from '#contract/platform/ai-services.ts';
import { config } from '#domain/platform/config.ts';
import type { VendorSettings } from '#domain/platform/settings/model-settings.ts';
import { textsOf } from '#domain/platform/prose/plain-prose.ts';
import { NO_TEXTS } from '#domain/platform/tracing/tracer.ts';
import { watchCall, type CallLimits } from './call-watch.ts';
import { classifyError, classifyStatus } from './classify-error.ts';
import { exampleOf } from './answer-schema.ts';
import { cleanAnswer } from './hygiene/clean-answer.ts';
import { isDeclined } from './hygiene/declining.ts';
import { isLooping } from './hygiene/loops.ts';
import type { Purpose } from './hygiene/purposes.ts';
import { isOfForm, parseAnswer, parseWholeEntries } from './parse-answer.ts';
import { confirmInPassing, learnInPassing } from './profile/model-profile.commands.ts';
import { profileOf } from './profile/model-profile.queries.ts';
import { saysForm, type AskedModel, type ModelProfile, type Trait } from './profile/model-profile.ts';
import type { Lesson } from './profile/refusals.ts';
import { modelFor, type Conversation } from './profile/speak.ts';
import { inWords } from './profile/wire-forms.ts';
import { readAnswer, REPLACEMENT, type StreamedAnswer } from './read-answer.ts';
import { CallAborted, VendorFailure, type FailureCode, withoutKey } from './vendor-failure.ts';

export interface ModelCall<T> {
  service: Service;
  purpose: Purpose;
  instructions: string;
  prompt: string;
  /** Length in characters of the prompt's prefix that later calls will repeat within minutes; absent: none. */
  stable?: number | undefined;
  schema: core.$ZodType<T>;
  maxOutputTokens: number;
  hasParts?: true | undefined;
  signal: AbortSignal;
  /** The call probes a vendor that did not answer recently. */
  isProbe: boolean;
  /** Longest silence allowed to the service, in ms; absent: the configured one. */
  silenceMs?: number | undefined;
  onPartial?: ((partial: unknown) => void) | undefined;
  /** The prompt does not describe the schema, so that the answer shows whether an own server holds it to one. */
  triesForm?: true | undefined;
  /** The connection under test, used instead of the configured one. */
  settings?: VendorSettings | undefined;
}

/** `cutOff`: the failure of an answer that was cut off, of which `value` has the parts that are whole. */
export type CallResult<T> = { value: T; cutOff?: VendorFailure } | VendorFailure | CallAborted;

/**
 * Timeout of a probe. Its step has another available service, so a hanging probe must not take the half minute that a healthy vendor gets.
 * Healthy vendors begin to answer within two or three seconds; a slower one is as bad as an unavailable one.
 */
const PROBE_FIRST_CHUNK_MS = 5_000;

const BROKEN_CHARACTERS = 'The answer had broken characters (U+FFFD). Write it again with whole words.';
const TOO_LONG = 'The answer was too long. Write a shorter one.';
const OWN_WORDS = 'The answer repeated a known text word for word. Write it in words of your own.';
const REPEATS_EXAMPLE = 'The answer repeats the example of its form. Do the task itself.';
/** Five are usual. A longer answer would exceed its token limit anyway, and checking it would keep a worker busy. */
const MOST_CHARACTERS_A_TOKEN = 16;
const ENDED_EARLY = 'the stream ended before the answer did';
const DETAIL_LENGTH = 300;
const BEGINS_AS_ANSWER = /^[\s\ufeff]*(?:(?:```|~~~)\w*\s*)?[{[]/;

/**
 * A local server may load its model first and then write a few words a second, so only silence ends a call. Node gives up on a request
 * without an answer after 300 s.
 */
const COMPATIBLE_LIMITS: CallLimits = { firstChunkTimeoutMs: 280_000, chunkTimeoutMs: 120_000, callTimeoutMs: 6 * 60 * 60_000 };

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
 * Makes one request and classifies its result. Failures are returned, not thrown, because their usage must be recorded too. The request is
 * written as the model's profile requires. If a part is refused, it is rewritten within the call, and the profile records the lesson.
 */
export async function callModel<T>(call: ModelCall<T>): Promise<{ streamed: StreamedAnswer; result: CallResult<T> }> {
  const settings = askedBy(call);
  // an unreadable profile costs one refusal, not the call
  const profile = await profileOf(settings).catch((): ModelProfile => ({}));
  const { streamed, result, heard, ms } = await streamOnce(call, settings, profile);
  if (result instanceof VendorFailure) result.message = withoutKey(result.message, settings.apiKey);
  const isHeld = isHeldToForm(call, asModel(settings, profile), { streamed, heard });
  const lessons: Lesson[] = [...heard.lessons, ...lessonsOfAnswer(profile, heard, { streamed, isAnswer: 'value' in result, ms })];
  if (isHeld !== null && isHeld !== profile.schema_enforced)
    lessons.push({ learnt: { schema_enforced: isHeld }, source: isHeld ? SHOWN.held : SHOWN.ignored });
  for (const { learnt, source } of lessons) await learnInPassing(settings, learnt, withoutKey(source, settings.apiKey));
  if (isHeld === true && profile.schema_enforced) await confirmInPassing(settings, 'schema_enforced');
  return { streamed, result };
}

const SHOWN = {
  held: 'its answer fitted a schema that its prompt did not describe',
  ignored: 'its answer did not fit the schema, which its prompt did not describe',
} as const;

/** Tells whether an own server held its answer to a schema that only a parameter stated; null if the answer does not show it. */
function isHeldToForm(
  { schema, triesForm }: ModelCall<unknown>,
  model: AskedModel,
  { streamed, heard }: { streamed: StreamedAnswer; heard: Conversation },
): boolean | null {
  if (!model.isOwn || (saysForm(model) && !triesForm)) return null;
  // refused in this call, and then described in the prompt
  const { schema: requested = 'json_schema' } = Object.assign(
    {},
    model.profile,
    ...heard.lessons.map(({ learnt }) => learnt),
  ) as ModelProfile;
  if (requested !== 'json_schema' || heard.isUnended || heard.brokeOff || streamed.error || streamed.text.trim() === '') return null;
  if (streamed.finish === 'length') return ENDLESS_SPACE.test(streamed.text) ? false : null;
  return streamed.finish === 'stop' ? isOfForm(streamed.text, schema) : null;
}

/** Not told the form, some models fill its spaces until their limit, where a grammar allows any number of them (vllm-project/vllm#38696). */
const ENDLESS_SPACE = /\s{200}$/;

const asModel = ({ compatible }: VendorSettings, profile: ModelProfile): AskedModel => ({ isOwn: compatible !== null, profile });

const askedBy = ({ service, settings }: ModelCall<unknown>): VendorSettings => settings ?? config().vendors[service];

/** Minimum length of an answer for measuring speed: a greeting says little. */
const FEWEST_WORDS = 100;
/** Factor by which a speed must differ from the known one to be recorded. */
const OTHER_SPEED = 1.5;

/** Returns the new facts about a model learnt from its answer, or from a refusal of the request's length. */
function lessonsOfAnswer(
  known: ModelProfile,
  { learnt, context }: Conversation,
  { streamed, isAnswer, ms }: { streamed: StreamedAnswer; isAnswer: boolean; ms: number },
): Lesson[] {
  const lessons: Lesson[] = [];
  if (context !== null) lessons.push({ learnt: { context }, source: 'it refused a longer request' });
  if (!isAnswer) return lessons;
  const news = Object.entries(learnt).filter(([trait, value]) => known[trait as Trait] !== value);
  if (news.length > 0) lessons.push({ learnt: Object.fromEntries(news), source: 'an answer' });
  const words = streamed.text.split(/\s+/).length;
  const speed = Math.round((words / Math.max(ms, 1)) * 10_000) / 10;
  const { words_a_second: before } = known;
  const isOther = before === undefined || speed > before * OTHER_SPEED || speed < before / OTHER_SPEED;
  if (words >= FEWEST_WORDS && speed > 0 && isOther) {
    const words_a_second = before === undefined ? speed : Math.round((before + speed) * 5) / 10;
    lessons.push({ learnt: { words_a_second }, source: 'an answer' });
  }
  return lessons;
}

interface Asked<T> {
  readonly streamed: StreamedAnswer;
  readonly result: CallResult<T>;
  readonly heard: Conversation;
  readonly ms: number;
}

async function streamOnce<T>(call: ModelCall<T>, settings: VendorSettings, profile: ModelProfile): Promise<Asked<T>> {
  const { compatible } = settings;
  const limits = limitsOf(call);
  const watch = watchCall(call.signal, limits);
  const { model, heard } = modelFor(call.service, settings, profile, watch.untilWhole);
  const start = performance.now();
  const asked = (streamed: StreamedAnswer, result: CallResult<T>): Asked<T> => ({ streamed, result, heard, ms: performance.now() - start });
  try {
    const { stream } = streamText({
      model,
      instructions: [call.instructions, call.triesForm ? '' : formInWords(call.schema, asModel(settings, profile))]
        .filter(Boolean)
        .join('\n\n'),
      prompt: questionOf(call, settings),
      output: jsonOf(call.schema),
      maxOutputTokens: call.maxOutputTokens,
      // course texts need little reasoning; by default these models think long, and thinking counts against maxOutputTokens. Ollama
      // refuses the setting for models that cannot think
      ...(compatible ? {} : { reasoning: 'low' as const, providerOptions: NOTHING_UNREAD }),
      maxRetries: 0,
      telemetry: NO_TEXTS,
      abortSignal: watch.signal,
      onError: () => {}, // `readAnswer` takes the error from the stream
    });
    const streamed = await readAnswer(stream, { onPart: watch.alive, onPartial: call.onPartial });
    return asked(streamed, resultOf(call, streamed, { timedOut: watch.timedOut, heard }));
  } catch (error) {
    // the SDK rejected the request before sending it; readAnswer never throws
    return asked({ text: '', finish: null, use: null, error }, classifyError(call.service, error));
  } finally {
    watch.stop();
  }
}

/**
 * Returns the question with a cache mark behind its reused prefix: Claude caches only marked text, for five minutes, if it is long enough.
 * Writing to the cache costs a quarter more, reading a twentieth (`prices.ts`); other vendors cache by themselves.
 */
function questionOf({ service, prompt, stable = 0 }: ModelCall<unknown>, { compatible }: VendorSettings): string | ModelMessage[] {
  if (aiService(service).wire !== 'messages' || compatible || stable <= 0) return prompt;
  const kept = { anthropic: { cacheControl: { type: 'ephemeral' } } };
  const content = [
    { type: 'text' as const, text: prompt.slice(0, stable), providerOptions: kept },
    { type: 'text' as const, text: prompt.slice(stable) },
  ];
  return [{ role: 'user', content }];
}

/**
 * Turns off the detailed summary of thoughts that the SDK requests from OpenAI whenever an effort is set. Nobody reads it, and unverified
 * organisations are refused for it.
 */
export const NOTHING_UNREAD = { openai: { reasoningSummary: null } };

/**
 * Returns what a prompt says of the form of its answer: the schema in words, and before it a worked example, if one was declared, for a
 * model that only the prompt holds to the schema; '' where its server does (`saysForm`).
 */
export function formInWords(schema: core.$ZodType, model: AskedModel): string {
  if (!saysForm(model)) return '';
  const { schema: held } = model.profile;
  const example = held === 'json_object' || held === 'prompt' ? exampleOf(schema) : undefined;
  const shown =
    example && `An example of the form of your answer, on another subject and maybe in another language: ${JSON.stringify(example)}`;
  return [shown, inWords(toJSONSchema(schema))].filter(Boolean).join('\n\n');
}

/** A finished answer's text, and how the vendor says it ended. */
export type FinishedText = Pick<StreamedAnswer, 'text' | 'finish' | 'isRecited'>;

/** Classifies the result. A stream we aborted may report other errors too, so our own reasons take precedence. */
function resultOf<T>(
  call: ModelCall<T>,
  streamed: StreamedAnswer,
  { timedOut, heard }: { timedOut: string | null; heard: Conversation },
): CallResult<T> {
  const { service } = call;
  const { brokeOff, isUnended } = heard;
  if (streamed.finish === null && call.signal.aborted) return new CallAborted();
  if (streamed.finish === null && timedOut)
    return new VendorFailure({ service, code: 'vendors.timed_out', detail: timedOut, silent: streamed.text === '' });
  if (brokeOff) return classifyStatus(service, brokeOff.status, `in mid-stream: ${brokeOff.words}`.slice(0, DETAIL_LENGTH), brokeOff.words);
  if (streamed.error) return classifyError(service, streamed.error);
  const answer = answerIn(call, streamed, { hasEnded: !isUnended });
  // the answer did not say that it was complete, and it was not
  const isHalf = isUnended && answer instanceof VendorFailure && answer.code === 'vendors.broken_output';
  return isHalf ? new VendorFailure({ service, code: 'vendors.unavailable', detail: ENDED_EARLY, httpStatus: 200 }) : answer;
}

type AnsweredCall<T> = Pick<ModelCall<T>, 'service' | 'purpose' | 'schema' | 'maxOutputTokens' | 'hasParts' | 'instructions' | 'prompt'>;

/** Returns the value in a received answer, or the answer's faults; both for an answer with parts that was cut off. */
export function answerIn<T>(
  call: AnsweredCall<T>,
  streamed: FinishedText,
  { hasEnded = true } = {},
): { value: T; cutOff?: VendorFailure } | VendorFailure {
  const answer = wholeAnswerIn(call, streamed, { hasEnded });
  if (!call.hasParts || !(answer instanceof VendorFailure) || !answer.truncated) return answer;
  const parts = parseWholeEntries(streamed.text, call.schema);
  if (parts === null || repeatsExample(parts, call.schema) || isBroken(parts, call)) return answer;
  const cleaned = cleanAnswer(parts, call.purpose, call);
  return 'value' in cleaned ? { ...cleaned, cutOff: answer } : answer;
}

function wholeAnswerIn<T>(
  call: AnsweredCall<T>,
  streamed: FinishedText,
  { hasEnded }: { hasEnded: boolean },
): { value: T } | VendorFailure {
  const { service } = call;
  const fail = (code: FailureCode, detail: string, repairHint: string | null = null) =>
    new VendorFailure({ service, code, detail, repairHint, httpStatus: 200 });
  switch (streamed.finish) {
    case 'stop': {
      const parsed = parseAnswer(streamed.text, call.schema, { hasEnded });
      if (parsed.ok && JSON.stringify(parsed.value).length > call.maxOutputTokens * MOST_CHARACTERS_A_TOKEN)
        return fail('vendors.broken_output', `longer than ${call.maxOutputTokens} tokens can be`, TOO_LONG);
      if (parsed.ok && repeatsExample(parsed.value, call.schema))
        return fail('vendors.broken_output', 'it repeats the example', REPEATS_EXAMPLE);
      if (parsed.ok && isBroken(parsed.value, call))
        return fail('vendors.broken_output', 'it contains broken characters', BROKEN_CHARACTERS);
      if (parsed.ok) {
        const cleaned = cleanAnswer(parsed.value, call.purpose, call);
        if ('value' in cleaned) return cleaned;
        const { flaw, problem } = cleaned;
        return new VendorFailure({ service, code: 'vendors.broken_output', detail: problem, repairHint: problem, flaw, httpStatus: 200 });
      }
      if (parsed.flaw === 'not_json' && isDeclined(streamed.text)) return fail('vendors.refused', 'it declined to answer');
      // prose before a fragment of JSON was never a proper answer
      const truncated = parsed.flaw === 'truncated' && BEGINS_AS_ANSWER.test(streamed.text);
      const { detail, repairHint } = parsed;
      const flaw = streamed.text.trim() === '' ? 'empty' : isLooping(streamed.text) ? 'loop' : null;
      return new VendorFailure({ service, code: 'vendors.broken_output', detail, repairHint, truncated, flaw, httpStatus: 200 });
    }
    case 'length': {
      const { text } = streamed;
      // a looping model would also fill any higher limit
      const isLoop = isLooping(text);
      const isEndless = isLoop || text.length > call.maxOutputTokens * MOST_CHARACTERS_A_TOKEN;
      return new VendorFailure({
        service,
        code: 'vendors.broken_output',
        detail: `truncated at ${call.maxOutputTokens} tokens`,
        repairHint: TOO_LONG,
        truncated: true,
        flaw: isLoop ? 'loop' : 'cut_off',
        cutOffAt: isEndless ? null : call.maxOutputTokens,
        httpStatus: 200,
      });
    }
    case 'content-filter':
      if (streamed.isRecited)
        return new VendorFailure({
          service,
          code: 'vendors.broken_output',
          detail: 'it recited a text and stopped',
          repairHint: OWN_WORDS,
          flaw: 'recited',
          httpStatus: 200,
        });
      return fail('vendors.refused', 'it declined to answer');
    case 'tool-calls':
      return fail('vendors.broken_output', 'it called a tool', 'Answer with the JSON object only.');
    default:
      return fail('vendors.unavailable', ENDED_EARLY);
  }
}

/** Shorter example texts, such as ids, may be legitimate in an answer. */
const OWN_CHARACTERS = 20;

/** Tells whether an answer copied a text of the example instead of writing its own. */
function repeatsExample(value: unknown, schema: core.$ZodType): boolean {
  const given = new Set(textsOf(exampleOf(schema)).filter((text) => text.length >= OWN_CHARACTERS));
  return given.size > 0 && textsOf(value).some((text) => given.has(text.trim()));
}

/** Tells whether an answer has lost characters. Replacement characters already in its prompt may be quoted. */
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
