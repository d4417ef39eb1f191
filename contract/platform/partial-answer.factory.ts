import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;

interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly items?: readonly Schema[];
  readonly options?: readonly Schema[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly getter?: () => Schema;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string; readonly value?: number } } }[];
}

const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const accepts = (schema: Schema, value: unknown) => (schema as z.ZodMiniType).safeParse(value).success;

const TEXTS: Readonly<Record<string, string>> = {
  datetime: '2026-11-20T10:00:00.000Z',
  date: '2026-11-20',
  uuid: '00000000-0000-7000-8000-000000000000',
  email: 'ines@example.com',
  url: 'https://example.com/',
};

/** What texts without a format are by the names of their fields: screens would fail on another. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/(?:^|_)(?:at|since|until)$|^timestamp$/, TEXTS['datetime']!],
  [/^(?:day|date)$|_on$/, TEXTS['date']!],
  [/^time$/, '18:30'],
  [/^time_zone$/, 'UTC'],
];
const named = (field: string, schema: Schema): string | undefined =>
  definitionOf(schema).type === 'string' ? NAMED.find(([name, text]) => name.test(field) && accepts(schema, text))?.[1] : undefined;

/** The smallest number that a schema accepts, of 0 and those beside its bounds. */
function smallest(schema: Schema): number {
  const bounds = (definitionOf(schema).checks ?? []).flatMap(({ _zod: { def } }) =>
    def.value === undefined ? [] : [def.value, def.value + 1],
  );
  return [0, ...bounds].find((number) => accepts(schema, number)) ?? 0;
}

/** The shortest list that a schema accepts. */
function shortest(schema: Schema, element: Schema): unknown[] {
  const lists = Array.from({ length: 10 }, (_, length) => Array.from({ length }, () => simplest(element)));
  return lists.find((list) => accepts(schema, list)) ?? [];
}

/** Returns the simplest value of a schema: null, nothing, none, the first of several. */
function simplest(schema: Schema): unknown {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'nullable':
      return null;
    case 'null':
    case 'unknown':
    case 'any':
      return null;
    case 'array':
      return accepts(schema, []) ? [] : shortest(schema, definition.element!);
    case 'record':
    case 'object':
      return completed(schema, {});
    case 'tuple':
      return definition.items!.map(simplest);
    case 'union':
      return simplest(definition.options![0]!);
    case 'enum':
      return Object.values(definition.entries!)[0];
    case 'literal':
      return definition.values![0];
    case 'boolean':
      return false;
    case 'number':
    case 'int':
      return smallest(schema);
    case 'string': {
      const fitting = ['', ...Object.values(TEXTS), 'x'].find((text) => accepts(schema, text));
      return (definition.format ? TEXTS[definition.format] : undefined) ?? fitting ?? '';
    }
    case 'pipe':
      return simplest(definition.out!);
    case 'lazy':
      return simplest(definition.getter!());
    default:
      return definition.innerType ? simplest(definition.innerType) : undefined;
  }
}

/**
 * Adds to a part of a value what its schema requires besides: the simplest value of each missing field. What the part has stays as it is,
 * except that nested parts are completed too.
 */
export function completed(schema: Schema, part: unknown): unknown {
  const definition = definitionOf(schema);
  const { type, shape, element, options, innerType, getter, out, keyType, valueType } = definition;
  if (part === undefined) return type === 'optional' ? undefined : simplest(schema);
  if (type === 'nullable' && part === null) return null;
  if (type === 'lazy') return completed(getter!(), part);
  if (type === 'pipe') return completed(out!, part);
  if (innerType) return completed(innerType, part);
  if (type === 'array' && Array.isArray(part)) return part.map((one) => completed(element!, one));
  if ((type === 'record' || type === 'union') && accepts(schema, part)) return part;
  if (type === 'record' && isObject(part)) {
    // of known keys none may be missing
    const keys = Object.values(definitionOf(keyType!).entries ?? {}).map(String);
    return Object.fromEntries([...keys, ...Object.keys(part)].map((key) => [key, completed(valueType!, part[key])]));
  }
  if (type === 'union') {
    const ways = options!.map((option) => completed(option, part));
    return ways.find((way, at) => accepts(options![at]!, way)) ?? part;
  }
  if (type !== 'object' || !isObject(part)) return part;
  const fields = Object.entries(shape!).map(
    ([key, field]) => [key, completed(field, part[key] === undefined ? named(key, field) : part[key])] as const,
  );
  return { ...part, ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)) };
}

/** The fields that a schema declares: of a union, those of its ways together. */
export function fieldsOf(schema: Schema): ReadonlySet<string> {
  const { shape, options = [], innerType, getter } = definitionOf(schema);
  const below = [...options, ...(innerType ? [innerType] : []), ...(getter ? [getter()] : [])];
  return new Set([...Object.keys(shape ?? {}), ...below.flatMap((one) => [...fieldsOf(one)])]);
}
