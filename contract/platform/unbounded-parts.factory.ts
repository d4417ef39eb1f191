import type * as z from 'zod/mini';

/** String formats that no text longer than this can have. */
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

/** Kinds of values whose size their type fixes. */
const FIXED = new Set(['number', 'int', 'boolean', 'enum', 'literal', 'null', 'undefined', 'never', 'void', 'date', 'bigint', 'transform']);

/**
 * Names the parts of a schema that accept a value of any size: strings and arrays without a maximum, records, and whatever is not known
 * to have one. A schema of this walk that is new counts as unbounded until it is written here.
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
      // a record of known keys has as many as those; others are made by `recordOf`
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
      // bounded is what comes out of it, or what goes into a transform
      return isTransform(def.out) || (!isTransform(def.in) && below(def.out).length > 0) ? below(def.in) : below(def.out);
    case 'lazy':
      return [];
    default:
      if (def.innerType) return below(def.innerType);
      return FIXED.has(def.type) ? [] : [`${path} (${def.type})`];
  }
}

const isTransform = (schema: z.core.$ZodType | undefined): boolean => schema?._zod.def.type === 'transform';

/** Whether a check of this string or array limits its length. */
function isBounded(schema: z.core.$ZodType): boolean {
  const { format, checks = [] } = schema._zod.def as unknown as Definition;
  return (
    FIXED_FORMATS.includes(format) ||
    checks.some(
      ({ _zod: { def } }) => (def.maximum ?? def.params?.maximum) !== undefined || def.length !== undefined || isFinite(def.pattern),
    )
  );
}

/** Whether a pattern matches the whole text, and repeats nothing without limit. */
function isFinite(pattern: RegExp | undefined): boolean {
  if (!pattern || pattern.flags.includes('m') || !/^\^[^]*\$$/.test(pattern.source)) return false;
  let rest = pattern.source.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, 'x');
  if (/[*+]|\{\d+,\}/.test(rest)) return false;
  // an alternative outside a group may end before the end
  for (let before = ''; before !== rest;) [before, rest] = [rest, rest.replaceAll(/\([^()]*\)/g, 'x')];
  return !rest.includes('|');
}
