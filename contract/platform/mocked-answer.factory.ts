import type * as z from 'zod/mini';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { declaredCodes } from '#contract/platform/declared-codes.ts';
import type { AnswerOf, Endpoint } from '#contract/platform/endpoint.ts';
import { ERRORS, problemSchema, type ErrorCode, type Problem } from '#contract/platform/errors.ts';

/** An answer that a test gives in place of the server, as it is sent. */
export interface MockedAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Why the server would never give it; it is not compared with the contract. */
  readonly broken?: string;
}

/**
 * A body as a test writes it. Texts are not typed by their values, which a constant would have to declare; the comparison judges them when
 * the answer is served.
 */
export type Sent<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: Sent<T[K]> }
      : T;

/** Returns a success as its endpoint declares it: the body is typed, and it is checked when it is served. */
export const mocked = <const E extends Endpoint>(endpoint: E, body: Sent<AnswerOf<E>>, status = okStatus(endpoint)): MockedAnswer => ({
  status,
  body,
});

/** Returns the first success status that an endpoint declares. */
export const okStatus = ({ responses }: Endpoint): number => Number(Object.keys(responses)[0]);

/** Returns a problem document as the server sends it; the code determines the status. @param more further fields of the document */
export const problem = (code: ErrorCode, detail: string = ERRORS[code].title, more: Partial<Problem> = {}): MockedAnswer => {
  const { status, title } = ERRORS[code];
  return { status, body: { type: 'about:blank', title, status, detail, code, request_id: 'a1b2c3', ...more } };
};

/**
 * Returns an answer that the contract does not allow, for tests of what happens then. Every other mocked answer is compared with the contract.
 * @param why who would give it, such as a proxy
 */
export const brokenAnswer = (why: string, status: number, body?: unknown): MockedAnswer => ({ status, body, broken: why });

/** The endpoints of a method whose paths have equally many parts, each with these parts. */
const BY_SHAPE = Map.groupBy(
  ENDPOINTS.map((endpoint) => ({ endpoint, words: endpoint.path.split('/') })),
  ({ endpoint: { method }, words }) => `${method} ${words.length}`,
);

/** Returns the endpoint that answers a request; undefined if none does. @param address a path, with or without its origin and query */
export function endpointAt(method: string, address: string): Endpoint | undefined {
  const parts = new URL(address, 'http://mocked').pathname.split('/');
  const matching = (BY_SHAPE.get(`${method} ${parts.length}`) ?? []).filter(({ words }) =>
    words.every((word, at) => word === parts[at] || (word.startsWith(':') && parts[at] !== '')),
  );
  // as in the router, a word matches before a parameter
  const rank = (words: readonly string[]) => words.map((word) => (word.startsWith(':') ? '1' : '0')).join('');
  return matching.toSorted((one, other) => rank(one.words).localeCompare(rank(other.words)))[0]?.endpoint;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const below = (path: string, key: string | number) => (typeof key === 'number' || /^\d+$/.test(key) ? `${path}[${key}]` : `${path}.${key}`);

/** Names what the contract's schema changes in a body: the server never sends a field that it drops, and always sends one that it adds. */
function changes(sent: unknown, parsed: unknown, path: string): string[] {
  if (!isObject(sent) || !isObject(parsed)) return Object.is(sent, parsed) ? [] : [`${path} is sent as ${JSON.stringify(parsed)}`];
  return [...new Set([...Object.keys(sent), ...Object.keys(parsed)])].flatMap((key) => {
    const at = below(path, key);
    if (!(key in parsed)) return [`${at} is not declared`];
    return key in sent ? changes(sent[key], parsed[key], at) : [`${at} is missing`];
  });
}

const valueAt = (body: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((value, key) => (isObject(value) ? value[String(key)] : undefined), body);
const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'a list' : `${typeof value} ${JSON.stringify(value)}`);

interface Issue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly expected?: string;
  readonly values?: readonly unknown[];
  readonly errors?: readonly (readonly Issue[])[];
}

function wrong({ path, code, expected, values, errors }: Issue, body: unknown, name: string, above: readonly PropertyKey[] = []): string[] {
  const whole = [...above, ...path];
  const at = whole.reduce<string>((so, key) => below(so, String(key)), name);
  const value = valueAt(body, whole);
  if (value === undefined) return [`${at} is missing`];
  // of a union's ways the one with the fewest problems is meant
  const meant = errors?.toSorted((one, other) => one.length - other.length)[0];
  if (meant && meant.length > 0) return meant.flatMap((issue) => wrong(issue, body, name, whole));
  const meantValues = values ? ` instead of ${values.map((one) => JSON.stringify(one)).join(' or ')}` : '';
  return [`${at} is ${kindOf(value)}${expected ? ` instead of ${expected}` : meantValues || ` (${code})`}`];
}

/** Compares a body with the schema: it must be exactly what the server sends, which drops fields that are not declared. */
function compared(schema: z.ZodMiniType, sent: unknown, name: string): string[] {
  const { success, error, data } = schema.safeParse(sent);
  return success ? changes(sent, data, name) : (error.issues as unknown as readonly Issue[]).flatMap((issue) => wrong(issue, sent, name));
}

const asSent = (body: unknown): unknown => (body === undefined ? undefined : JSON.parse(JSON.stringify(body)));

/**
 * Compares a mocked answer with the contract: a success with its endpoint's schema for that status, anything else with the problem document
 * and the error codes that the endpoint can return.
 * @returns what the server would never answer, with the path in the body; empty if it could give this answer
 */
function faultsOf(endpoint: Endpoint, { status, body, broken }: MockedAnswer): string[] {
  if (broken !== undefined) return [];
  const schema = endpoint.responses[status];
  if (schema) return endpoint.media !== undefined || endpoint.event ? [] : compared(schema, asSent(body), 'body');
  if (status < 400) return [`status ${status} is not declared`];
  const faults = compared(problemSchema, asSent(body), 'body');
  if (faults.length > 0) return faults;
  const { code, status: told } = body as Problem & { code: ErrorCode };
  if (!declaredCodes(endpoint).has(code)) return [`body.code is ${code}, which the endpoint does not declare`];
  return ERRORS[code].status === status && told === status ? [] : [`status ${status} is not that of ${code}`];
}

const told = ({ name, method, path }: Endpoint, what: string, place: string, faults: readonly string[]): string | null =>
  faults.length === 0
    ? null
    : [`${name} (${method} ${path}) never ${what}, mocked at ${place}:`, ...faults.map((fault) => `  ${fault}`)].join('\n');

/** Names the endpoint, what is wrong, and where the answer was mocked. @returns null if the server could give the answer */
export const mismatch = (endpoint: Endpoint, answer: MockedAnswer, place: string): string | null =>
  told(endpoint, `answers this ${answer.status}`, place, faultsOf(endpoint, answer));

/** The same for an event of a stream. */
export const mismatchedEvent = (endpoint: Endpoint, event: unknown, place: string): string | null =>
  told(endpoint, 'sends this event', place, endpoint.event ? compared(endpoint.event, asSent(event), 'event') : ['it has no events']);

/** An event of an endpoint that streams them. */
export type EventOf<E extends Endpoint> = E['event'] extends z.ZodMiniType ? z.output<E['event']> : never;

/** Returns where a mock stands: the first caller outside the given files. */
export const placeOf = (stack: string | undefined, own: RegExp): string =>
  stack
    ?.split('\n')
    .slice(1)
    .find((line) => !own.test(line) && !line.includes('mocked-answer.factory'))
    ?.replace(/^.*?\(?(?:file:\/\/)?([^\s()]+:\d+):\d+\)?$/, '$1') ?? 'an unknown place';
