import type * as z from 'zod/mini';
import type { ApartRule, Endpoint } from '#contract/platform/endpoint.ts';

/** The lowest limit of any body, so that unknown fields of newer clients are ignored rather than refused. */
const LEAST = 16_000;
/** The limit when the schema has an unbounded list or value. */
const OF_OPEN_SCHEMA = 100_000;
/**
 * Maximum length of a body that can be parsed and checked without blocking other requests, whatever it contains. `readLongBody` reads
 * longer bodies.
 */
export const LONG_BODY = 256_000;

/** Bytes of a character: some clients write non-ASCII as `\u0645`. */
const CHARACTER = 6;
/** Bytes of an id, a code or another text without a limit of its own. */
const SOME_TEXT = 1_000;
const UUID = 38;
const NUMBER = 25;

/**
 * Returns the maximum bytes of an endpoint's body without its `apart` fields: the longest body of its schema, or `bodyBytes` if declared.
 */
export function bodyBytesOf({ body, apart = {}, bodyBytes }: Pick<Endpoint, 'body' | 'apart' | 'bodyBytes'>): number {
  // a form without declared fields can have a `user_id`, which the guard compares
  const most = body ? bytesIn(body, { without: Object.keys(apart) }) : 0;
  return Math.min(bodyBytes ?? (most === Infinity ? OF_OPEN_SCHEMA : LONG_BODY), Math.max(LEAST, most));
}

/** Bytes of a multipart form besides its parts. */
const FRAME_BYTES = 100_000;

/** Returns the maximum encoded size of an `apart` field in bytes: base64 adds a third, and clients may break its lines or escape it. */
export const apartBytesOf = ({ as, bytes }: ApartRule): number => (as === 'file' ? bytes * 1.4 : bytes);

/** Returns the maximum bytes of an endpoint's request, files included; 0 without a body. */
export function sentBytesOf(endpoint: Pick<Endpoint, 'body' | 'apart' | 'bodyBytes' | 'upload'>): number {
  const { upload, apart = {} } = endpoint;
  if (upload) return Object.values(upload).reduce((sum, { bytes, most = 1 }) => sum + bytes * most, bodyBytesOf(endpoint) + FRAME_BYTES);
  if (!endpoint.body) return 0;
  return Object.values(apart).reduce((sum, rule) => sum + apartBytesOf(rule), bodyBytesOf(endpoint));
}

/**
 * Returns the maximum bytes of JSON that a schema accepts; infinity without a limit.
 * @param how.text bytes of a text without a limit
 * @param how.without top-level fields that do not count
 */
export function bytesIn(
  schema: z.ZodMiniType,
  { text = SOME_TEXT, without = [] }: { text?: number; without?: readonly string[] } = {},
): number {
  const { def } = (schema as Schema)._zod;
  const inner = (one: Schema): number => bytesIn(one, { text });
  switch (def.type) {
    case 'string': {
      const most = mostOf(def);
      return def.format === 'uuid' ? UUID : most === undefined ? text : 2 + CHARACTER * most;
    }
    case 'number':
      return NUMBER;
    case 'boolean':
    case 'null':
      return 5;
    case 'literal':
      return longest(def.values);
    case 'enum':
      return longest(Object.values(def.entries));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return Math.max(4, inner(def.innerType));
    case 'pipe': {
      // a text that is trimmed first has its limit in the second half, a list parsed from a text in the first
      const halves = [def.in, def.out].filter((half) => half._zod.def.type !== 'transform');
      const bounded = Math.min(...halves.map((half) => bytesIn(half, { text: Infinity })));
      return bounded === Infinity ? Math.min(...halves.map(inner)) : bounded;
    }
    case 'union':
      return Math.max(...def.options.map((option) => inner(option)));
    case 'array':
      return 2 + (mostOf(def) ?? Infinity) * (1 + inner(def.element));
    case 'object':
      return Object.entries(def.shape)
        .filter(([key]) => !without.includes(key))
        .reduce((sum, [key, field]) => sum + key.length + 4 + inner(field), 2);
    default:
      return Infinity;
  }
}

/** The parts of a zod definition that are read here. */
type Schema = z.ZodMiniType & { readonly _zod: { readonly def: Def } };
type Def =
  | { readonly type: 'string'; readonly format?: string; readonly checks?: readonly Check[] }
  | { readonly type: 'number' | 'boolean' | 'null' }
  | { readonly type: 'literal'; readonly values: readonly unknown[] }
  | { readonly type: 'enum'; readonly entries: Readonly<Record<string, unknown>> }
  | { readonly type: 'optional' | 'nullable' | 'default' | 'prefault'; readonly innerType: Schema }
  | { readonly type: 'pipe'; readonly in: Schema; readonly out: Schema }
  | { readonly type: 'union'; readonly options: readonly Schema[] }
  | { readonly type: 'array'; readonly element: Schema; readonly checks?: readonly Check[] }
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, Schema>> }
  | { readonly type: 'unknown' | 'transform' };
interface Check {
  readonly _zod: { readonly def: { readonly check: string; readonly maximum?: number; readonly length?: number } };
}

/** Returns the maximum length of a string or an array; undefined without one. */
const mostOf = ({ checks = [] }: { readonly checks?: readonly Check[] }): number | undefined =>
  checks
    .map(({ _zod: { def } }) => (def.check === 'max_length' ? def.maximum : def.check === 'length_equals' ? def.length : undefined))
    .find((most) => most !== undefined);

const longest = (values: readonly unknown[]): number => Math.max(...values.map((value) => JSON.stringify(value)?.length ?? 4));
