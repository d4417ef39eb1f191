import { isObject, type JsonObject } from '../../sandbox/wire/wire.ts';
import type { Call, Format } from '../stand-in/call.ts';
import type { Delivery } from '../stand-in/deliver.ts';

/** How a server or a model differs from a client's expectations. */
export const KINDS = [
  'wire',
  'ending',
  'schema refused',
  'parameter refused',
  'text place',
  'thinking',
  'template marks',
  'refusal',
  'language',
  'loop',
  'cut',
  'duplicates',
  'counts',
  'prompt echo',
  'invented',
  'near-fit JSON',
  'near-fit form',
  'verdict forms',
  'translation',
  'slow',
  'context too small',
  'gateway errors',
  'rate limits',
  'account',
] as const;
export type Kind = (typeof KINDS)[number];

/** What the product has written, in the order of the trials; all but the course need a course that was written without fault. */
export const PURPOSES = ['course', 'mentor', 'cards', 'grade', 'translation', 'audio'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** A server's refusal, before any answer. */
export interface Refused {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One documented way in which real servers or models differ. */
export interface Way {
  readonly id: string;
  readonly kind: Kind;
  /** `owner/name#number` on GitHub, or the address of a page. */
  readonly source: string;
  /** The servers or models that do so. */
  readonly servers: string;
  /** The purposes with which it is tried; absent for only a course. */
  readonly purposes?: readonly Purpose[];
  /**
   * `right`: everything is as without it, or has its note. Otherwise it may also end honestly: nothing is charged, and the run's cause
   * matches.
   */
  readonly must: 'right' | { readonly cause: RegExp };
  /** The protocol; absent for chat completions. */
  readonly format?: Format;
  /** The share of calls that it affects; absent for all. */
  readonly rate?: number;
  /** The purposes of the calls that it affects; absent for all. */
  readonly befalls?: readonly string[];
  /** The slow tests include it. */
  readonly isTested?: true;
  /** Uses a course without outline approval: as many lessons as its form says. */
  readonly isWhole?: true;
  readonly contextTokens?: number;
  /** An operator has tested the connection, so that facts about it are known: `now`, while it differs so; `before`, when it did not yet. */
  readonly known?: 'now' | 'before';

  /** Changes the whole answer's text. */
  readonly text?: (answer: string, call: Call) => string;
  /** Changes the parsed answer. */
  readonly value?: (answer: JsonObject, call: Call) => JsonObject | void;
  /** Changes each text that people would read. */
  readonly prose?: (text: string, call: Call) => string;
  /** Returns the part of a changed text that should be stored; absent for the text before the change. */
  readonly meant?: (text: string) => string;
  readonly delivery?: (call: Call, text: string) => Partial<Delivery>;
  readonly refuses?: (call: Call) => Refused | null;
  readonly waitMs?: number;
}

/** Fields with texts that people read, by their list or document. */
const PROSE: Readonly<Record<string, readonly string[]>> = {
  content: [],
  lessons: ['content'],
  answer: [],
  feedback: [],
  graded_points: ['reason'],
  flash_cards: ['back'],
  turns: ['text'],
  translations: ['text'],
};

/** Changes each text that people read, in place. */
export function changeProse(answer: JsonObject, change: (text: string) => string): void {
  for (const [name, fields] of Object.entries(PROSE)) {
    const value = answer[name];
    if (typeof value === 'string') answer[name] = change(value);
    for (const one of Array.isArray(value) ? value.filter(isObject) : [])
      for (const field of fields) if (typeof one[field] === 'string') one[field] = change(one[field]);
  }
}

/** Returns the objects of a list in an answer. */
export const listIn = (answer: JsonObject, name: string): JsonObject[] => {
  const value = answer[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
};

export const lessonsIn = (answer: JsonObject): JsonObject[] => listIn(answer, 'modules').flatMap((module) => listIn(module, 'lessons'));

/** Returns the same refusal for every call, or for matching ones. */
export const refuse =
  (status: number, message: string, rest: JsonObject = {}, holds: (call: Call) => boolean = () => true) =>
  (call: Call): Refused | null =>
    holds(call) ? { status, body: { error: { message, type: 'invalid_request_error', param: null, code: null, ...rest } } } : null;

/** All purposes except audio, which takes by far the longest. */
export const everywhere = ['course', 'mentor', 'cards', 'grade', 'translation'] as const satisfies readonly Purpose[];

/** Creates a way that refuses calls. */
export const refusing = (
  kind: Kind,
  id: string,
  source: string,
  servers: string,
  refuses: Way['refuses'],
  rest: Partial<Way> = {},
): Way => ({ id, kind, source, servers, must: 'right', ...(refuses && { refuses }), ...rest });

/** Creates ways that change every text people read, one for each kind of text. */
export const prose =
  (kind: Kind) =>
  (id: string, source: string, servers: string, change: NonNullable<Way['prose']>, rest: Partial<Way> = {}): Way => ({
    id,
    kind,
    source,
    servers,
    must: 'right',
    purposes: everywhere,
    prose: change,
    ...rest,
  });

/** Creates a way that changes the whole answer's text. */
export const whole =
  (kind: Kind) =>
  (id: string, source: string, servers: string, text: NonNullable<Way['text']>, rest: Partial<Way> = {}): Way => ({
    id,
    kind,
    source,
    servers,
    must: 'right',
    text,
    ...rest,
  });

/** Creates a way that changes the parsed answer. */
export const form = (id: string, source: string, servers: string, value: NonNullable<Way['value']>, rest: Partial<Way> = {}): Way => ({
  id: `form-${id}`,
  kind: 'near-fit form',
  source,
  servers,
  must: 'right',
  value,
  ...rest,
});

/** Ollama's statement that JSON without a schema has any form the model chooses. */
export const JSON_MODE = 'https://docs.ollama.com/capabilities/structured-outputs';
