import type * as z from 'zod/mini';

/** String formats whose length is limited by definition. */
const FIXED_FORMATS: readonly (string | undefined)[] = ['uuid', 'date'];

interface Check {
  readonly check: string;
  readonly maximum?: number;
  readonly length?: number;
  readonly pattern?: RegExp;
  readonly params?: { readonly maximum?: number };
}

interface Definition {
  readonly type: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
  readonly format?: string;
  readonly shape?: Record<string, z.core.$ZodType>;
  readonly catchall?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly items?: readonly z.core.$ZodType[];
  readonly options?: readonly z.core.$ZodType[];
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly out?: z.core.$ZodType;
  readonly left?: z.core.$ZodType;
  readonly right?: z.core.$ZodType;
  readonly keyType?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly getter?: () => z.core.$ZodType;
}

/** Kinds of values with a size fixed by their type. */
const FIXED = new Set(['number', 'int', 'boolean', 'enum', 'literal', 'null', 'undefined', 'never', 'void', 'date', 'bigint', 'transform']);

/**
 * Returns the parts of a schema that accept values of any size: strings and arrays without a maximum, records, and schemas of unknown
 * types. A new type of schema counts as unbounded until it is added here.
 */
export function unboundedParts(schema: z.core.$ZodType, path = ''): string[] {
  const def = schema._zod.def as unknown as Definition;
  const below = (inner: z.core.$ZodType | undefined, name = '') => (inner ? unboundedParts(inner, path + name) : []);
  switch (def.type) {
    case 'string':
      return isBounded(schema) ? [] : [path];
    case 'array':
      return [...(isBounded(schema) ? [] : [`${path}[]`]), ...below(def.element, '[]')];
    case 'tuple':
      return def.items!.flatMap((item, at) => below(item, `[${at}]`));
    case 'object':
      return [
        ...Object.entries(def.shape!).flatMap(([name, inner]) => below(inner, path === '' ? name : `.${name}`)),
        ...(def.catchall && def.catchall._zod.def.type !== 'never' ? [`${path}{}`] : []),
      ];
    case 'record':
      // a record with known keys is limited by them; use `recordOf` for others
      return [
        ...(['enum', 'literal'].includes(def.keyType!._zod.def.type) || isBounded(schema) ? [] : [`${path}{}`]),
        ...below(def.keyType, '{}'),
        ...below(def.valueType, '{}'),
      ];
    case 'union':
      return [...new Set(def.options!.flatMap((option) => below(option)))];
    case 'intersection':
      return [...below(def.left), ...below(def.right)];
    case 'pipe':
      // either the output or, for a transform, the input must be bounded
      return isTransform(def.out) || (!isTransform(def.in) && below(def.out).length > 0) ? below(def.in) : below(def.out);
    case 'lazy':
      return [];
    default:
      if (def.innerType) return below(def.innerType);
      return FIXED.has(def.type) ? [] : [`${path} (${def.type})`];
  }
}

const isTransform = (schema: z.core.$ZodType | undefined): boolean => schema?._zod.def.type === 'transform';

/** Tells whether a check limits the length of this string or array. */
function isBounded(schema: z.core.$ZodType): boolean {
  const { format, checks = [] } = schema._zod.def as unknown as Definition;
  return (
    FIXED_FORMATS.includes(format) ||
    checks.some(
      ({ _zod: { def } }) => (def.maximum ?? def.params?.maximum) !== undefined || def.length !== undefined || isFinite(def.pattern),
    )
  );
}

/** Tells whether a pattern matches the whole text, and has no unlimited repetition. */
function isFinite(pattern: RegExp | undefined): boolean {
  if (!pattern || pattern.flags.includes('m') || !/^\^[^]*\$$/.test(pattern.source)) return false;
  let rest = pattern.source.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, 'x');
  if (/[*+]|\{\d+,\}/.test(rest)) return false;
  // an alternative outside a group may end early
  for (let before = ''; before !== rest;) [before, rest] = [rest, rest.replaceAll(/\([^()]*\)/g, 'x')];
  return !rest.includes('|');
}
