import { randomUUID } from 'node:crypto';

/** The part of JSON Schema that the OpenAPI document uses for requests. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly maximum?: number;
  readonly minimum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly examples?: readonly unknown[];
}

export interface Filling {
  /** The text with which free texts are filled. */
  readonly piece: string;
  /** Share of what the schema allows, 0 to 1. */
  readonly scale: number;
  /** For texts and lists without a limit of their own: the body's limit applies. */
  readonly bytes: number;
  /** Returns an existing id for a field that refers to something. */
  readonly idOf: (name: string) => string | undefined;
  /** Only the required fields. */
  readonly isSmallest?: boolean;
}

/** Counts as the size of an unbounded text when shapes are compared. */
const UNBOUNDED = 1_000_000;
/** Items of an unbounded list of objects: more would not enlarge the body, only slow down the search for the size that fits. */
const UNBOUNDED_ITEMS = 20_000;

const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString();
const FORMATS: Readonly<Record<string, () => string>> = {
  uuid: randomUUID,
  'date-time': () => IN_A_MONTH,
  date: () => IN_A_MONTH.slice(0, 10),
  email: () => 'someone@example.com',
  uri: () => 'https://example.com/',
};

/** Fills a text by repeating a piece, up to a length in characters; an emoji is never cut. */
const fill = (piece: string, length: number): string =>
  piece
    .repeat(Math.ceil(length / piece.length))
    .slice(0, length)
    .toWellFormed();

function textOf({ format, pattern, allOf = [], maxLength, examples }: Schema, { piece, scale, bytes, isSmallest }: Filling): string {
  if (format && FORMATS[format]) return FORMATS[format]();
  if (examples?.[0] !== undefined) return String(examples[0]);
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].flatMap((one) => (one === undefined ? [] : [new RegExp(one, 'u')]));
  const length = isSmallest ? 1 : Math.max(1, Math.floor((maxLength ?? bytes) * scale));
  const counted = Number(/\{\d+,(\d+)\}/.exec(pattern ?? '')?.[1] ?? length);
  const guesses = [
    `a${fill(piece, length - 1)}`,
    'a'.repeat(Math.min(counted, length)),
    IN_A_MONTH,
    IN_A_MONTH.slice(0, 10),
    '12:00',
    `${'a'.repeat(60)}@example.com`,
    'a'.repeat(16),
    'a',
  ];
  return guesses.find((text) => patterns.every((one) => one.test(text))) ?? guesses[0]!;
}

/** Estimates how large a value can become, to choose the largest of several shapes. */
function weight(schema: Schema): number {
  if (schema.type === 'array') return 1_000 * (schema.maxItems ?? UNBOUNDED_ITEMS);
  if (schema.type === 'object') return 1 + Object.values(schema.properties ?? {}).reduce((sum, one) => sum + weight(one), 0);
  if (schema.type === 'string') return schema.enum || schema.format ? 20 : (schema.maxLength ?? UNBOUNDED);
  return schema.type === 'null' ? 0 : 1;
}

/** Returns the largest value that a schema accepts, as far as the schema shows; `scale` makes it smaller. */
export function largestValue(schema: Schema, filling: Filling, name = ''): unknown {
  const shapes = schema.anyOf ?? schema.oneOf;
  if (shapes) return largestValue(shapes.toSorted((one, other) => weight(other) - weight(one))[0]!, filling, name);
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const known = filling.idOf(name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'string':
      return known ?? textOf(schema, filling);
    case 'integer':
    case 'number':
      return filling.isSmallest ? (schema.minimum ?? 1) : Math.min(schema.maximum ?? 1_000_000, 1_000_000);
    case 'boolean':
      return true;
    case 'array': {
      const one = largestValue(schema.items ?? {}, filling, name.replace(/s$/, ''));
      const fitting = Math.min(schema.maxItems ?? UNBOUNDED_ITEMS, Math.ceil((filling.bytes / JSON.stringify(one).length) * filling.scale));
      const most = filling.isSmallest ? 1 : Math.max(1, fitting);
      // ids and other short texts usually have to be distinct
      return Array.from({ length: most }, (_, at) =>
        typeof one === 'string' && at > 0 && schema.items?.format === 'uuid' ? randomUUID() : one,
      );
    }
    case 'object': {
      const { properties = {}, required = [], additionalProperties: each } = schema;
      if (Object.keys(properties).length === 0 && typeof each === 'object') {
        const most = filling.isSmallest ? 1 : Math.max(1, Math.floor(UNBOUNDED_ITEMS * filling.scale));
        return Object.fromEntries(
          Array.from({ length: most }, (_, at) => [`a${at}`, largestValue(each, { ...filling, isSmallest: true })]),
        );
      }
      const wanted = Object.entries(properties).filter(([key]) => !filling.isSmallest || required.includes(key));
      return Object.fromEntries(wanted.map(([key, one]) => [key, largestValue(one, filling, key)]));
    }
    case 'null':
      return null;
    default:
      return {};
  }
}

/** Returns the largest value whose JSON fits into this many bytes. */
export function largestFitting(schema: Schema, bytes: number, filling: Omit<Filling, 'scale' | 'bytes'>, changes: object = {}): string {
  for (let scale = 1; scale > 1e-5; scale *= 0.8) {
    const value = { ...(largestValue(schema, { ...filling, bytes, scale }) as object), ...changes };
    const text = JSON.stringify(value);
    if (Buffer.byteLength(text) <= bytes) return text;
  }
  return JSON.stringify({ ...(largestValue(schema, { ...filling, bytes, scale: 0, isSmallest: true }) as object), ...changes });
}
