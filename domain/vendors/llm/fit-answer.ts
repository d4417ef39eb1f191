import * as z from 'zod';

/** Rounds of repairs: one repair may reveal the next flaw, e.g. in a list entry whose key had another case. */
const ROUNDS = 4;
/** An answer with more flaws than this is a different document. */
const MOST_FLAWS = 200;

export type FittedAnswer<T> = { ok: true; value: T; isMended: boolean } | { ok: false; error: z.ZodError };

/**
 * Validates a value against the schema. A part of another type with only one possible meaning is converted in place: a number or boolean
 * written as text or vice versa, a single entry where a list is required, paragraphs of a text in a list, a key or an enum value in another
 * case, a null entry. Whatever would need guessing is rejected.
 */
export function fitAnswer<T>(value: unknown, schema: z.core.$ZodType<T>): FittedAnswer<T> {
  const root = { value };
  let first: z.ZodError | null = null;
  for (let round = 0; ; round += 1) {
    const checked = z.safeParse(schema, root.value);
    if (checked.success) return { ok: true, value: checked.data, isMended: round > 0 };
    first ??= checked.error;
    const { issues } = checked.error;
    if (round === ROUNDS || issues.length > MOST_FLAWS) return { ok: false, error: first };
    const mended = issues.filter((issue) => mend(root, issue));
    if (mended.length === 0) return { ok: false, error: first };
  }
}

type Holder = Record<PropertyKey, unknown>;

/** Repairs what the issue names. @returns true when it changed something */
function mend(root: { value: unknown }, issue: z.core.$ZodIssue): boolean {
  const path: PropertyKey[] = ['value', ...issue.path];
  const key = path.at(-1)!;
  const holder = path.slice(0, -1).reduce<unknown>((inner, step) => (isObject(inner) ? inner[step] : undefined), root);
  if (!isObject(holder)) return false;
  if (holder[key] === null && Array.isArray(holder)) return holder.splice(holder.indexOf(null), 1).length > 0;
  const meant = Object.hasOwn(holder, key) ? meantBy(holder[key], issue) : namedAlike(holder, key);
  if (meant === undefined) return false;
  holder[key] = meant;
  return true;
}

const isObject = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

const letters = (name: PropertyKey): string =>
  String(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

function namedAlike(holder: Holder, key: PropertyKey): unknown {
  const names = Object.keys(holder).filter((name) => letters(name) === letters(key));
  return names.length === 1 ? holder[names[0]!] : undefined;
}

/** Converts a value of the wrong type; undefined when its meaning is uncertain. */
function meantBy(value: unknown, issue: z.core.$ZodIssue): unknown {
  if (issue.code === 'invalid_value')
    return issue.values.find((word) => typeof value === 'string' && letters(word as string) === letters(value));
  if (issue.code !== 'invalid_type') return undefined;
  switch (issue.expected) {
    case 'string':
      if (typeof value === 'number' || typeof value === 'boolean') return String(value);
      return Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string') ? value.join('\n\n') : undefined;
    case 'int':
    case 'number':
      return typeof value === 'string' && /^\s*-?\d{1,9}(?:\.0+)?\s*$/.test(value) ? Number(value) : undefined;
    case 'boolean':
      return typeof value === 'string' ? ({ true: true, false: false } as Record<string, boolean>)[value.trim().toLowerCase()] : undefined;
    case 'array':
      if (typeof value === 'string') return linesOf(value);
      return isObject(value) ? [value] : undefined;
    default:
      return undefined;
  }
}

/** Splits a list that was written as text, with or without bullets. */
function linesOf(text: string): string[] | undefined {
  const lines = text.split('\n').map((line) => line.trim().replace(/^(?:[-*+•]|\d{1,2}[.)])\s+/, ''));
  const filled = lines.filter(Boolean);
  return filled.length > 0 ? filled : undefined;
}
