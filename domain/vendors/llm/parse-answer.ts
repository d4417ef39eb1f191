import * as z from 'zod';
import { readLooseJson } from './read-loose-json.ts';

const HINT_LENGTH = 1_000;
/** Braces in the prose around an answer that are tried as its beginning. */
const MAX_BEGINNINGS = 20;

/** `truncated`: it was cut off; `not_json`: nothing in it can be read; `schema`: it was read and is not what was asked for. */
export type AnswerFlaw = 'truncated' | 'not_json' | 'schema';
export type ParsedAnswer<T> =
  | { ok: true; value: T; repaired: boolean }
  | { ok: false; flaw: AnswerFlaw; detail: string; repairHint: string };

/**
 * Makes the asked value of a finished answer: as it is, else read leniently (`readLooseJson`) from the first brace that begins a whole
 * object of the asked shape, also when the object is wrapped in another one, in a list of one, or in a string. An answer that was cut
 * off is never repaired: half a lesson must not pass for a whole one. Whatever the text is, this returns; it never throws.
 */
export function parseAnswer<T>(text: string, schema: z.ZodType<T>): ParsedAnswer<T> {
  let issues: z.ZodError | null = null;
  const fitting = (json: unknown, repaired: boolean): ParsedAnswer<T> | null => {
    for (const candidate of [json, ...unwrapped(json)]) {
      const checked = schema.safeParse(candidate);
      if (checked.success) return { ok: true, value: storable(checked.data) as T, repaired: repaired || candidate !== json };
      issues ??= checked.error;
    }
    return null;
  };

  const exact = parsed(text);
  if (exact) {
    const answer = fitting(exact.json, false);
    if (answer) return answer;
    if (typeof exact.json === 'string' && exact.json.includes('{')) return asRepaired(parseAnswer(exact.json, schema));
    return misfit(issues!);
  }
  let from = text.indexOf('{');
  for (let tries = 0; from >= 0 && tries < MAX_BEGINNINGS; tries += 1) {
    const read = readLooseJson(text, from);
    if (read.ok) {
      const answer = fitting(read.value, true);
      if (answer) return answer;
    } else if (read.truncated) {
      return broken('truncated', 'the answer is cut off', 'The JSON was cut off. Answer with one complete, shorter JSON object.');
    }
    from = text.indexOf('{', read.ok ? read.end : from + 1);
  }
  if (issues) return misfit(issues);
  return text.includes('{')
    ? broken('not_json', 'the answer is not JSON', 'The answer was not valid JSON. Answer with the JSON object only.')
    : broken('not_json', 'the answer holds no JSON', 'The answer was not JSON. Answer with the JSON object only.');
}

const broken = (flaw: AnswerFlaw, detail: string, repairHint: string) => ({ ok: false, flaw, detail, repairHint }) as const;
const asRepaired = <T>(answer: ParsedAnswer<T>): ParsedAnswer<T> => (answer.ok ? { ...answer, repaired: true } : answer);

const misfit = (error: z.ZodError) =>
  broken('schema', `the answer does not fit its schema (${error.issues.length} issues)`, z.prettifyError(error).slice(0, HINT_LENGTH));

function parsed(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** What an answer that put the object into something else may have meant: the only entry of a list, the only property of an object. */
function unwrapped(json: unknown): unknown[] {
  if (typeof json !== 'object' || json === null) return [];
  const inner = Object.values(json);
  return inner.length === 1 && typeof inner[0] === 'object' ? inner : [];
}

/**
 * The same value with text that can be stored: no NUL and no half of a surrogate pair, which PostgreSQL refuses; and no backspace or form
 * feed, which nobody writes: they are what becomes of `\beta` and `\frac` when a backslash is not escaped.
 */
function storable(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replaceAll('\u0000', '').replaceAll('\b', '\\b').replaceAll('\f', '\\f').toWellFormed();
  }
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, storable(inner)]));
}
