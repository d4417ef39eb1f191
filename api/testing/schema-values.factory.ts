import * as fc from 'fast-check';

/** The part of JSON Schema that the OpenAPI document uses for requests. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Returns existing ids for a parameter or field with that name; empty if there are none. */
export type KnownIds = (name: string) => readonly string[];

/** Values that are invalid for most fields, and values of each type that might break a column, a comparison or a parser. */
const NONSENSE: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [null],
  '',
  ' ',
  'null',
  'undefined',
  "' or 1=1 --",
  '%',
  '\\',
  '💥',
  'a'.repeat(5000),
  0,
  -1,
  0.07,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e30,
  1e308,
  '0',
  '-1',
  '0.07',
  '1e9',
  '2147483648',
  '9223372036854775808',
  'NaN',
  'Infinity',
  '0x10',
  '١٢',
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '9999-12-31',
  '+275760-09-13T00:00:00.001Z',
  '2026-11-20T10:00:00.000Z',
  '00000000-0000-0000-0000-000000000000',
  'Mars/Phobos',
  'x@y.z',
  'https://[',
  '../..',
  '\u0000',
  '\ud800',
];
const nonsense = fc.constantFrom(...NONSENSE);

/**
 * Generates values that a schema accepts; `known` ids are preferred for names of ids. Patterns that no generator understands yield words.
 */
export function validValues(schema: Schema, known: KnownIds, name = ''): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => validValues(one, known, name)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: string) => validValues({ ...schema, type }, known, name)));
  switch (schema.type) {
    case 'object':
      return objects(schema, known);
    case 'array':
      return fc.array(validValues(schema.items ?? {}, known, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 4, 4)),
      });
    case 'string':
      return strings(schema, known, name);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.oneof(nonsense, fc.jsonValue({ maxDepth: 2 }));
  }
}

function objects({ properties = {}, required = [], additionalProperties: each }: Schema, known: KnownIds): fc.Arbitrary<object> {
  if (Object.keys(properties).length === 0 && typeof each === 'object')
    return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), validValues(each, known), { maxKeys: 3 });
  const values = Object.entries(properties).map(([name, one]) => [name, validValues(one, known, name)] as const);
  return fc.record(Object.fromEntries(values), { requiredKeys: [...required] });
}

function strings(schema: Schema, known: KnownIds, name: string): fc.Arbitrary<unknown> {
  const pattern = schema.pattern ?? schema.allOf?.find((one) => one.pattern)?.pattern;
  const ids = known(name);
  const own = ownStrings(schema, pattern);
  return ids.length === 0 ? own : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: own });
}

function ownStrings({ format, minLength = 0, maxLength = 60 }: Schema, pattern: string | undefined): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') return dates.map((date) => date.toISOString());
  if (format === 'date') return dates.map((date) => date.toISOString().slice(0, 10));
  if (format === 'email') return fc.stringMatching(/^[a-z]{1,9}@[a-z]{1,9}\.(com|org)$/);
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) }),
    words(minLength, maxLength),
  );
  if (pattern === undefined) return text;
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return words(minLength, maxLength);
  }
}

const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });
const words = (least: number, most: number) =>
  fc.constantFrom('A warm hive for the winter', '2026-11', 'bees', 'en').map((text) => text.padEnd(least, 'x').slice(0, most));

function numbers({ type, minimum: min = -1000, maximum, exclusiveMaximum }: Schema): fc.Arbitrary<number> {
  const max = maximum ?? (exclusiveMaximum === undefined ? Math.max(min, 1_000_000) : exclusiveMaximum - 1);
  const edges = fc.constantFrom(min, max);
  return fc.oneof(
    edges,
    type === 'integer' ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) }) : fc.double({ min, max, noNaN: true }),
  );
}

/** Generates values that differ from accepted ones in one place: a value of another type, a missing field or an extra one. */
export function spoiled(schema: Schema, known: KnownIds): fc.Arbitrary<unknown> {
  return fc.tuple(validValues(schema, known), nonsense, fc.nat(), fc.boolean()).map(([value, wrong, where, drops]) => {
    const places = placesIn(value);
    const [holder, key] = places[where % Math.max(1, places.length)] ?? [];
    if (!holder) return wrong;
    if (drops && !Array.isArray(holder)) delete holder[key!];
    else holder[key!] = wrong;
    return value;
  });
}

type Holder = Record<string, unknown>;

function placesIn(value: unknown): [Holder, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[value as Holder, key] as [Holder, string], ...placesIn(inner)]);
}
