import { isObject, type JsonObject } from '../../sandbox/wire/wire.ts';
import type { Call, Format } from '../stand-in/call.ts';
import type { Delivery } from '../stand-in/deliver.ts';

/** In what a server or a model differs from what a client expects. */
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

/** What the product has written, in the order in which it is tried; the others are asked for on a course that went well. */
export const PURPOSES = ['course', 'mentor', 'cards', 'grade', 'translation', 'audio'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** A refusal of the server, before any answer. */
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
  /** Who does so. */
  readonly servers: string;
  /** What it is tried with; absent: a course alone. */
  readonly purposes?: readonly Purpose[];
  /**
   * `right`: everything is as without it, or has its note. Else it may also end honestly: nothing is charged, and what the run says of its
   * cause matches.
   */
  readonly must: 'right' | { readonly cause: RegExp };
  /** The protocol; absent: chat completions. */
  readonly format?: Format;
  /** The share of calls that it befalls; absent: all. */
  readonly rate?: number;
  /** What the calls that it befalls are for; absent: anything. */
  readonly befalls?: readonly string[];
  /** It is among those that the slow tests run. */
  readonly isTested?: true;
  /** A course without an approved outline: as many lessons as its form says. */
  readonly isWhole?: true;
  readonly contextTokens?: number;

  /** Changes the text of the whole answer. */
  readonly text?: (answer: string, call: Call) => string;
  /** Changes the parsed answer. */
  readonly value?: (answer: JsonObject, call: Call) => JsonObject | void;
  /** Changes each text that people would read. */
  readonly prose?: (text: string, call: Call) => string;
  /** What of a changed text is meant to be stored; absent: what was there before the change. */
  readonly meant?: (text: string) => string;
  readonly delivery?: (call: Call, text: string) => Partial<Delivery>;
  readonly refuses?: (call: Call) => Refused | null;
  readonly waitMs?: number;
}

/** Fields with texts that people read, by the list or document they stand in. */
const PROSE: Readonly<Record<string, readonly string[]>> = {
  content: [],
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

/** Makes the same refusal of every call, or of those for which it holds. */
export const refuse =
  (status: number, message: string, rest: JsonObject = {}, holds: (call: Call) => boolean = () => true) =>
  (call: Call): Refused | null =>
    holds(call) ? { status, body: { error: { message, type: 'invalid_request_error', param: null, code: null, ...rest } } } : null;

/** All but audio, which takes longest by far. */
export const everywhere = ['course', 'mentor', 'cards', 'grade', 'translation'] as const satisfies readonly Purpose[];

/** A row that refuses calls. */
export const refusing = (
  kind: Kind,
  id: string,
  source: string,
  servers: string,
  refuses: Way['refuses'],
  rest: Partial<Way> = {},
): Way => ({ id, kind, source, servers, must: 'right', ...(refuses && { refuses }), ...rest });

/** What every text that people read becomes; a row for each kind of it. */
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

/** What the text of a whole answer becomes. */
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

/** What the parsed answer becomes. */
export const form = (id: string, source: string, servers: string, value: NonNullable<Way['value']>, rest: Partial<Way> = {}): Way => ({
  id: `form-${id}`,
  kind: 'near-fit form',
  source,
  servers,
  must: 'right',
  value,
  ...rest,
});

/** Where Ollama says that JSON without a schema has any form that the model likes. */
export const JSON_MODE = 'https://docs.ollama.com/capabilities/structured-outputs';
