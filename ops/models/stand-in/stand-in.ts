import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, type JsonObject } from '../../sandbox/wire/wire.ts';
import { seeded } from '../../chaos/seeded.ts';
import type { Refused, Way } from '../ways/way.ts';
import { changeProse, listIn } from '../ways/way.ts';
import { formatOf, readCall, tokensIn, type Call } from './call.ts';
import { deliver } from './deliver.ts';
import { quietAnswer } from './quiet-answer.ts';

/** A call as recorded by the stand-in. */
export interface Noted {
  readonly purpose: string;
  readonly title: string;
  /** Titles of the lessons of a module. */
  readonly titles: readonly string[];
  readonly model: string;
  readonly path: string;
  readonly body: JsonObject;
  /** Id of the way that affected it; null if none did. */
  readonly way: string | null;
  /** A good model's answer, with the intended changes. */
  readonly meant: JsonObject;
  readonly status: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What affects further calls: one way, or a mix of several at a rate. */
export interface Weather {
  readonly ways: readonly Way[];
  readonly seed: number;
  /** Share of the calls; absent for each way's own rate. */
  readonly rate?: number;
}

export interface StandIn {
  /**
   * Base URL without a path. Any path before the protocols' own selects a separate server: `/claude/v1/messages`,
   * `/three/v1/chat/completions`.
   */
  readonly url: string;
  /** Calls to models since the ways last changed, in order. */
  readonly calls: readonly Noted[];
  /** Requests other than calls to models: `GET /api/tags`. */
  readonly others: readonly string[];
  /** Returns the highest number of concurrent calls. */
  mostAtOnce(): number;
  change(weather: Weather): void;
  close(): Promise<void>;
}

/** Listed models, with sizes in bytes; the last one writes no text. */
export const MODELS: Readonly<Record<string, number>> = {
  'qwen3:8b': 5_225_388_164,
  'llama3.1:8b': 4_920_753_328,
  'nomic-embed-text:latest': 274_302_450,
};
/** The context window that Ollama gives every model, whatever its capacity (docs.ollama.com/context-length). */
export const CONTEXT_TOKENS = 32_768;

interface Options {
  readonly port?: number;
  /** Behaves only like Ollama: other paths are answered 404 in plain text (docs.ollama.com/api). */
  readonly isOllamaOnly?: boolean;
  /** Output tokens per second; absent for no limit. */
  readonly tokensPerSecond?: number;
}

/** Starts a stand-in for model servers on loopback. It knows nothing about the product and reads only what real servers read. */
export async function startStandIn({ port = 0, isOllamaOnly = false, tokensPerSecond }: Options = {}): Promise<StandIn> {
  let weather: Weather = { ways: [], seed: 1 };
  let random = seeded(1);
  let calls: Noted[] = [];
  const others: string[] = [];
  let busy = 0;
  let most = 0;

  /** Returns the way that affects a call; null if none does. */
  function befalling(call: Call): Way | null {
    const way = weather.ways[Math.floor(random() * weather.ways.length)];
    const isBefallen = random() < (weather.rate ?? way?.rate ?? 1);
    return way &&
      isBefallen &&
      (way.befalls?.some((purpose) => purpose === call.purpose || (call.purpose === 'module' && purpose === 'lesson')) ?? true)
      ? way
      : null;
  }

  async function answerCall(call: Call, response: ServerResponse): Promise<void> {
    const way = befalling(call);
    const quiet = quietAnswer(call);
    const meant = structuredClone(quiet);
    if (way?.meant) changeProse(meant, way.meant);
    const note = (status: number, output: string) =>
      calls.push({
        purpose: call.purpose,
        title: call.title,
        titles: call.titles,
        model: call.model,
        path: call.path,
        body: call.body,
        way: way?.id ?? null,
        meant,
        status,
        inputTokens: call.inputTokens,
        outputTokens: tokensIn(output),
      });
    const refused = way?.refuses?.(call);
    if (refused) {
      note(refused.status, '');
      return sendRefusal(response, refused);
    }
    if (way?.waitMs) await sleep(way.waitMs);
    const text = answerText(way, quiet, call);
    const delivery = { text, ...way?.delivery?.(call, text) };
    note(200, delivery.text);
    if (tokensPerSecond) await sleep((tokensIn(text) / tokensPerSecond) * 1_000);
    await deliver(response, call, delivery);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body: unknown = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {};
    const isOllamas = /^\/(v1|api)\/|^\/$/.test(url.pathname);
    const format = isOllamaOnly && !isOllamas ? null : formatOf(url.pathname);
    if (format === null || request.method !== 'POST') {
      others.push(`${request.method} ${url.pathname}`);
      const listed = isOllamaOnly && !isOllamas ? null : listedAt(url.pathname, isObject(body) ? body : {});
      if (listed) return sendRefusal(response, { status: 200, body: listed });
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
    }
    busy += 1;
    most = Math.max(most, busy);
    try {
      await answerCall(readCall(format, url.pathname, request.headers, isObject(body) ? body : {}), response);
    } finally {
      busy -= 1;
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get calls() {
      return calls;
    },
    others,
    mostAtOnce: () => most,
    change(next) {
      weather = next;
      random = seeded(next.seed);
      calls = [];
      others.length = 0;
      most = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Changes an answer; in a module's, each lesson where the way changes lessons and not the whole. */
function changedValue(change: NonNullable<Way['value']>, answer: JsonObject, call: Call): JsonObject {
  const before = JSON.stringify(answer);
  const whole = change(answer, call) ?? answer;
  if (call.purpose !== 'module' || JSON.stringify(whole) !== before) return whole;
  const lessons = listIn(whole, 'lessons').map(
    (lesson, at) => change(lesson, { ...call, purpose: 'lesson', title: call.titles[at] ?? '' }) ?? lesson,
  );
  return { ...whole, lessons };
}

/** Returns the whole answer's text as changed by a way. */
export function answerText(way: Way | null, quiet: JsonObject, call: Call): string {
  const changed = structuredClone(quiet);
  const { prose } = way ?? {};
  if (prose) changeProse(changed, (text) => prose(text, call));
  const value = way?.value ? changedValue(way.value, changed, call) : changed;
  const text = JSON.stringify(value);
  return way?.text?.(text, call) ?? text;
}

function sendRefusal(response: ServerResponse, { status, body, headers = {} }: Refused): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

/** Returns a list of models, by the end of its path. Sources: docs.ollama.com/api, the vendors' pages on listing models. */
function listedAt(path: string, body: JsonObject): JsonObject | null {
  const names = Object.keys(MODELS);
  const details = {
    parent_model: '',
    format: 'gguf',
    family: 'qwen3',
    families: ['qwen3'],
    parameter_size: '8.2B',
    quantization_level: 'Q4_K_M',
  };
  if (path.endsWith('/api/version')) return { version: '0.32.9' };
  if (path.endsWith('/api/tags')) return { models: names.map((name) => ({ name, model: name, size: MODELS[name], details })) };
  if (path.endsWith('/api/ps'))
    return {
      models: [
        { name: names[0], model: names[0], size: MODELS[names[0]!], size_vram: MODELS[names[0]!], context_length: CONTEXT_TOKENS, details },
      ],
    };
  if (path.endsWith('/api/show') && names.includes(String(body['model'] ?? body['name'])))
    return {
      details,
      model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
      capabilities: ['completion', 'tools'],
    };
  if (!path.endsWith('/models')) return null;
  if (path.includes('/gemini'))
    return { models: [{ name: 'models/gemini-3.8-flash', supportedGenerationMethods: ['generateContent', 'countTokens'] }] };
  const own = { claude: ['claude-sonnet-5-5'], openai: ['gpt-6.1-terra'], grok: ['grok-4.7'] }[path.split('/')[1] ?? ''] ?? names;
  return { object: 'list', data: own.map((id) => ({ id, object: 'model', created: 0, owned_by: 'library' })) };
}
