import type { LanguageModel } from 'ai';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createXai } from '@ai-sdk/xai';
import { aiService, type Service, type Wire } from '#contract/platform/ai-services.ts';
import type { VendorSettings } from '#domain/platform/settings/model-settings.ts';
import { vertexFetch } from '../../connections/service-account.ts';
import { boundedFetch, VENDOR_BYTES } from '../bounded-fetch.ts';
import { END_OF_ANSWER } from '../end-of-answer.ts';
import { chatStream, isAnswer, jsonIn, problemIn, statusIn, type Heard } from './chat-stream.ts';
import { isVersioned, withoutSlash, type ModelProfile } from './model-profile.ts';
import { contextIn, lessonOf, type Lesson } from './refusals.ts';
import { isJson, saidFor, type Json, type Protocol } from './wire-forms.ts';
import { eventsOf } from './whole-answers.ts';

/** Each refusal teaches something new, so there are fewer requests than traits have values. */
const MOST_REQUESTS = 10;
const WITH_VERSION = '/v1';

/** Observations of one call. */
export interface Conversation extends Heard {
  /** Facts from refusals and answers, kept only if the server then accepted the request. */
  readonly lessons: Lesson[];
  /** Context size in tokens, if a refusal named it. */
  context: number | null;
  /** The answer comes as a whole, so nothing arrives before all of it. */
  isWhole: boolean;
}

interface Speaking {
  readonly protocol: Protocol;
  /** The base URL, with which the SDK's addresses begin. */
  readonly baseURL: string;
  readonly profile: ModelProfile;
  readonly send: typeof fetch;
  /** Called when the next request asks for the whole answer at once. */
  readonly onWhole: () => void;
}

/**
 * Returns a `fetch` that rewrites requests as a model's profile requires, retries refused requests in another form within the same call,
 * and passes answers on in the protocol's form. Refusals that teach nothing are passed on unchanged.
 */
function speak({ protocol, baseURL, profile, send, onWhole }: Speaking): { fetch: typeof fetch; heard: Conversation } {
  const heard: Conversation = { learnt: {}, isUnended: false, brokeOff: null, lessons: [], context: null, isWhole: false };
  let known = profile;
  const become = (more: ModelProfile) => {
    known = { ...known, ...more };
    if (known.stream === 'whole' && !heard.isWhole) {
      heard.isWhole = true;
      onWhole();
    }
  };
  become({});

  const converse: typeof fetch = async (input, init) => {
    const request = typeof init?.body === 'string' ? jsonIn(init.body) : undefined;
    if (!isJson(request)) return send(input, init);
    const pending: Lesson[] = [];
    let body = saidFor(protocol, request, known);
    for (let count = 1; ; count += 1) {
      const answer = await read(await send(addressOf(String(input), baseURL, known.path), { ...init, body: JSON.stringify(body) }));
      if (answer.ok) {
        heard.lessons.push(...pending);
        if (answer.isWhole && body['stream'] === true) become({ stream: 'whole' });
        if (answer.isWhole && body['stream'] === true)
          heard.lessons.push({ learnt: { stream: 'whole' }, source: 'it answered as a whole although a stream was asked for' });
        return answer.response;
      }
      const { status, words } = answer;
      const context = contextIn(words);
      if (context !== null && status < 500) heard.context = context;
      const path = protocol === 'chat' && answer.isNoSuchPath && known.path === undefined && !isVersioned(baseURL) ? WITH_VERSION : null;
      const lesson = path
        ? { learnt: { path }, source: `nothing is at ${baseURL}, but at ${baseURL}${path}` }
        : lessonOf({ protocol, status, words }, known);
      if (!lesson || count === MOST_REQUESTS) return answer.response;
      become(lesson.learnt);
      const otherwise = saidFor(protocol, request, known);
      if (!path && JSON.stringify(otherwise) === JSON.stringify(body)) return answer.response;
      pending.push(lesson);
      body = otherwise;
    }
  };

  type Read =
    | { readonly ok: true; readonly isWhole: boolean; readonly response: Response }
    | { readonly ok: false; readonly status: number; readonly words: string; readonly isNoSuchPath: boolean; readonly response: Response };

  const refused = (status: number, words: string, headers?: Headers): Read => ({
    ok: false,
    status,
    words: words.replace(/\s+/g, ' '),
    isNoSuchPath: isNoSuchPath(status, words),
    response: new Response(words, { status, headers: headers ?? { 'content-type': 'text/plain' } }),
  });

  /** Distinguishes answers from refusals, whatever the status says. */
  async function read(response: Response): Promise<Read> {
    if (!response.ok) return refused(response.status, await response.text(), response.headers);
    const { first, stream } = await peek(response);
    if (first === '{' || first === '[') return readWhole(await new Response(stream).text());
    if (first === '<') return refused(502, PAGE);
    if (first === '') return refused(502, 'it answered with nothing');
    const passed = protocol === 'chat' ? stream.pipeThrough(chatStream(heard)) : stream;
    return { ok: true, isWhole: false, response: new Response(passed, { status: 200, headers: { 'content-type': 'text/event-stream' } }) };
  }

  function readWhole(text: string): Read {
    const answers = answersIn(text);
    if (answers.length === 0) return refused(502, 'its answer broke off');
    const wrong = answers.find((answer) => problemIn(answer) !== null);
    if (wrong) return refused(statusIn(wrong), problemIn(wrong)!);
    if (!answers.some(isAnswer)) return refused(statusIn(answers[0]!), text.slice(0, MOST_WORDS));
    return {
      ok: true,
      isWhole: true,
      response: new Response(eventsOf(protocol, answers, heard), { headers: { 'content-type': 'text/event-stream' } }),
    };
  }

  return { fetch: converse, heard };
}

const MOST_WORDS = 2_000;

/** Returns the JSON objects of an answer: a single one, a list, or one on each line. */
function answersIn(text: string): readonly Json[] {
  const json = jsonIn(text);
  if (json !== undefined) return (Array.isArray(json) ? json : [json]).filter(isJson);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parts = lines.map(jsonIn);
  return parts.every(isJson) ? parts : [];
}

/** A web page in place of an answer: a sign-in page, a proxy, a wrong address. */
const PAGE = 'it answered with a web page';

/**
 * Tells whether an address does not exist, by the words of Ollama ("404 page not found"), FastAPI ("Not Found"), Express ("Cannot POST"),
 * LM Studio ("Unexpected endpoint or method"), llama.cpp ("File Not Found"), or a page. An error about a missing model names the model.
 */
function isNoSuchPath(status: number, words: string): boolean {
  if (words === PAGE) return true;
  if (status === 405) return true;
  return (status === 404 || /unexpected endpoint/i.test(words)) && !/model/i.test(words);
}

const addressOf = (address: string, baseURL: string, path: string | undefined): string =>
  path && address.startsWith(baseURL) ? `${baseURL}${path}${address.slice(baseURL.length)}` : address;

/** Returns the first character of an answer that is not white space, and the answer from its beginning. */
async function peek(response: Response): Promise<{ first: string; stream: ReadableStream<Uint8Array> }> {
  if (!response.body) return { first: '', stream: new Response('').body! };
  const reader = response.body.getReader();
  const begun: Uint8Array[] = [];
  let first = '';
  let isDone = false;
  while (first === '' && !isDone) {
    const { done, value } = await reader.read();
    isDone = done;
    if (!value) continue;
    begun.push(value);
    first = new TextDecoder()
      .decode(value)
      .trimStart()
      .replace(/^\ufeff/, '')
      .slice(0, 1);
  }
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = begun.shift();
      if (next) return controller.enqueue(next);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { first, stream };
}

/** The protocol of each client; xAI has its own client but no format of its own. */
const PROTOCOLS: Readonly<Record<Wire, Protocol>> = {
  messages: 'messages',
  responses: 'responses',
  'xai-responses': 'responses',
  'generate-content': 'gemini',
  chat: 'chat',
};

const CREATE: Record<Wire, (settings: VendorSettings, fetch: typeof globalThis.fetch) => LanguageModel> = {
  messages: ({ baseURL, apiKey, model }, fetch) => createAnthropic({ baseURL, apiKey, fetch })(model),
  responses: ({ baseURL, apiKey, model }, fetch) => createOpenAI({ baseURL, apiKey, fetch })(model),
  'xai-responses': ({ baseURL, apiKey, model }, fetch) => createXai({ baseURL, apiKey, fetch })(model),
  'generate-content': ({ baseURL, apiKey, model }, fetch) => createGoogle({ baseURL, apiKey, fetch })(model),
  // the request uses all of the protocol's features; the profile removes those that a server does not accept
  chat: ({ baseURL, apiKey, model }, fetch) =>
    createOpenAICompatible({ name: 'compatible', baseURL, apiKey, fetch, includeUsage: true, supportsStructuredOutputs: true })(model),
};

/**
 * Returns the model for one call, adapted to its profile, and the observations of that call.
 * @param onWhole called once the answer will come as a whole
 */
export function modelFor(
  service: Service,
  settings: VendorSettings,
  profile: ModelProfile,
  onWhole: () => void,
): { model: LanguageModel; heard: Conversation } {
  const { compatible, vertex } = settings;
  // Vertex AI speaks the same protocol as Gemini's own API, at another address
  const wire = compatible ? 'chat' : aiService(service).wire;
  const end = END_OF_ANSWER[wire];
  const send = vertex ? vertexFetch(vertex, end) : boundedFetch(VENDOR_BYTES, end);
  const protocol = PROTOCOLS[wire];
  const { fetch, heard } = speak({ protocol, baseURL: withoutSlash(settings.baseURL), profile, send, onWhole });
  return { model: CREATE[wire](vertex ? { ...settings, apiKey: 'none' } : settings, fetch), heard };
}
