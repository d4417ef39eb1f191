import type { IncomingHttpHeaders } from 'node:http';
import { describePromptRequest, readPromptRequest } from '../../sandbox/answers/answer.ts';
import { isObject, type JsonObject } from '../../sandbox/wire/wire.ts';

/** The four protocols of model servers. */
export const FORMATS = ['chat', 'messages', 'responses', 'gemini'] as const;
export type Format = (typeof FORMATS)[number];

/** A request to a model as a server reads it, regardless of the rest of its body. */
export interface Call {
  readonly format: Format;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
  readonly model: string;
  readonly system: string;
  readonly user: string;
  /** The schema that the server must enforce; null if none was requested, or only in words. */
  readonly schema: JsonObject | null;
  /** The schema that the answer must match, wherever the request states it. */
  readonly form: JsonObject | null;
  readonly mostTokens: number | null;
  readonly inputTokens: number;
  /** The purpose, as the sandbox names it: 'lesson', 'review', 'translation'. */
  readonly purpose: string;
  /** The same for every attempt at the same work. */
  readonly key: string;
  /** Title of the lesson concerned; '' if none. */
  readonly title: string;
  /** Titles of the lessons that it writes together; empty if none. */
  readonly titles: readonly string[];
}

/** Estimates tokens as four bytes each, in any script. */
export const tokensIn = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('')
      : '';
const inside = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((at: unknown, name) => (isObject(at) ? at[name] : undefined), value);
const schemaIn = (value: unknown): JsonObject | null => (isObject(value) ? value : null);

interface Said {
  readonly role: unknown;
  readonly text: string;
}
const said = (messages: unknown, content: string): Said[] =>
  (Array.isArray(messages) ? messages : []).map((one) => ({ role: inside(one, 'role') ?? 'user', text: textOf(inside(one, content)) }));

/** Readers of each protocol's request. Sources: the vendors' API references (`Format` pages of `ops/sandbox/README.md`). */
const READ: Readonly<Record<Format, (body: JsonObject) => { messages: Said[]; system: string; schema: JsonObject | null; most: unknown }>> =
  {
    chat: (body) => ({
      messages: said(body['messages'], 'content'),
      system: '',
      schema: schemaIn(inside(body, 'response_format', 'json_schema', 'schema')),
      most: body['max_tokens'] ?? body['max_completion_tokens'],
    }),
    messages: (body) => ({
      messages: said(body['messages'], 'content'),
      system: textOf(body['system']),
      schema: schemaIn(inside(body, 'output_config', 'format', 'schema') ?? inside(body, 'output_format', 'schema')),
      most: body['max_tokens'],
    }),
    responses: (body) => ({
      messages: said(body['input'], 'content'),
      system: textOf(body['instructions']),
      schema: schemaIn(inside(body, 'text', 'format', 'schema')),
      most: body['max_output_tokens'],
    }),
    gemini: (body) => ({
      messages: said(body['contents'], 'parts'),
      system: textOf(inside(body, 'systemInstruction', 'parts')),
      schema: schemaIn(inside(body, 'generationConfig', 'responseJsonSchema') ?? inside(body, 'generationConfig', 'responseSchema')),
      most: inside(body, 'generationConfig', 'maxOutputTokens'),
    }),
  };

/** Returns the protocol to which a path belongs; null if none. */
export function formatOf(path: string): Format | null {
  if (path.endsWith('/chat/completions')) return 'chat';
  if (path.endsWith('/messages')) return 'messages';
  if (path.endsWith('/responses')) return 'responses';
  return /:(stream)?generateContent$/i.test(path) ? 'gemini' : null;
}

/** Schemas of earlier requests that began with the same words: a server that enforces no schema may not receive one. */
const knownForms = new Map<string, JsonObject>();
const BEGINNING = 60;

export function readCall(format: Format, path: string, headers: IncomingHttpHeaders, body: JsonObject): Call {
  const read = READ[format](body);
  const of = (isUser: boolean) => read.messages.filter(({ role }) => (role === 'user') === isUser).map(({ text }) => text);
  const system = [read.system, ...of(false)].filter(Boolean).join('\n');
  const user = of(true).join('\n');
  const beginning = (system || user).slice(0, BEGINNING);
  const form = read.schema ?? schemaInWords(system) ?? schemaInWords(user) ?? knownForms.get(beginning) ?? null;
  if (form) knownForms.set(beginning, form);
  const named = typeof body['model'] === 'string' ? body['model'] : decodeURIComponent(/models\/([^:]+):/.exec(path)?.[1] ?? '');
  const maxTokens = typeof read.most === 'number' ? read.most : null;
  const asked = readPromptRequest({ model: named, stream: true, schema: form, system, user, maxTokens });
  const { purpose, key } = describePromptRequest(asked);
  return {
    format,
    path,
    headers,
    body,
    model: named,
    system,
    user,
    schema: read.schema,
    form,
    mostTokens: maxTokens,
    inputTokens: tokensIn(system) + tokensIn(user),
    purpose,
    key,
    title: String(inside(asked.tags.lesson, 'title') ?? ''),
    titles: lessonsOf(asked.tags.module).map((lesson) => String(inside(lesson, 'title') ?? '')),
  };
}

function lessonsOf(module: unknown): unknown[] {
  const lessons = inside(module, 'lessons');
  return Array.isArray(lessons) ? lessons : [];
}

/** Returns a schema contained in a text: the first JSON object that declares properties. */
function schemaInWords(text: string): JsonObject | null {
  for (let from = text.indexOf('{'); from >= 0; from = text.indexOf('{', from + 1)) {
    const head = text.slice(from, from + 400);
    if (!/"(\$schema|properties|type)"\s*:/.test(head)) continue;
    const value = objectFrom(text, from);
    if (value && isObject(value['properties'])) return value;
  }
  return null;
}

/** Returns the JSON object that begins at an index; null if none does. */
function objectFrom(text: string, from: number): JsonObject | null {
  let depth = 0;
  let isInString = false;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (isInString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}' && --depth === 0) {
      try {
        return schemaIn(JSON.parse(text.slice(from, at + 1)));
      } catch {
        return null;
      }
    }
  }
  return null;
}
