import * as z from 'zod';
import { fitAnswer } from './fit-answer.ts';
import { nextBeginning } from './loose-json-grammar.ts';
import { readLooseJson } from './read-loose-json.ts';
import { restoreCommands } from './restore-commands.ts';
import { withoutLeadingThought, withoutThinking } from './without-thinking.ts';

const HINT_LENGTH = 1_000;
const HINT_ISSUES = 20;
/** Maximum number of wrappers to unpack. */
const MAX_WRAPPERS = 8;
const CUT_OFF = 'The JSON was cut off. Answer with one complete, shorter JSON object.';
const SHORT: Record<string, string> = { n: '\n', r: '\r', t: '\t' };
const ENTITIES: Record<string, string> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};
/** Braces in the surrounding prose that are tried as the answer's beginning. */
const MAX_BEGINNINGS = 20;

/** `truncated`: it was cut off; `not_json`: nothing in it can be parsed; `schema`: it was parsed but does not fit. */
export type AnswerFlaw = 'truncated' | 'not_json' | 'schema';
export type ParsedAnswer<T> =
  | { ok: true; value: T; repaired: boolean }
  | { ok: false; flaw: AnswerFlaw; detail: string; repairHint: string };

/**
 * Parses a finished answer, without what the model thought: as JSON, else leniently (`readLooseJson`). Of several objects that fit the last
 * one counts, because a model that starts over has corrected itself. The object may be wrapped in others, in one-element lists and in strings. A truncated answer is
 * never repaired: half a lesson must not pass for a whole one. Returns for any text; never throws.
 */
export function parseAnswer<T>(answer: string, schema: z.core.$ZodType<T>): ParsedAnswer<T> {
  const text = withoutThinking(answer);
  // a thought, and nothing after it
  if (text.trim() === '' && answer.trim() !== '') return broken('truncated', 'the answer is cut off', CUT_OFF);
  let error: z.ZodError | null = null;
  const fitting = (json: unknown, repaired: boolean): ParsedAnswer<T> | null => {
    for (const candidate of candidatesIn(json)) {
      const fitted = fitAnswer(candidate, schema);
      if (fitted.ok) return { ok: true, value: storable(fitted.value) as T, repaired: repaired || fitted.isMended || candidate !== json };
      error ??= fitted.error;
    }
    return null;
  };

  const exact = parsed(text);
  if (exact && typeof exact.json !== 'string') return fitting(exact.json, false) ?? misfit(error!);
  let from = nextBeginning(text, 0);
  const encoded = exact ? String(exact.json) : decoded(text, from);
  if (encoded !== null && encoded.includes('{')) return asRepaired(parseAnswer(encoded, schema));

  let found: ParsedAnswer<T> | null = null;
  let end = 0;
  for (let tries = 0; from >= 0 && tries < MAX_BEGINNINGS; tries += 1) {
    const read = readLooseJson(text, from);
    if (read.ok) {
      const answer = fitting(read.value, true);
      if (answer && found && /^\s*,\s*$/.test(text.slice(end, from)))
        return broken('schema', 'the answer is a list of objects', 'There was more than one JSON object. Answer with one only.');
      if (answer) [found, end] = [answer, read.end];
    } else if (read.truncated) {
      return found ?? broken('truncated', 'the answer is cut off', CUT_OFF);
    }
    from = nextBeginning(text, read.ok && !read.hasInner ? read.end : from + 1);
  }
  if (found) return found;
  if (error) return misfit(error);
  return text.includes('{')
    ? broken('not_json', 'the answer is not JSON', 'The answer was not valid JSON. Answer with the JSON object only.')
    : broken('not_json', 'the answer holds no JSON', 'The answer was not JSON. Answer with the JSON object only.');
}

const broken = (flaw: AnswerFlaw, detail: string, repairHint: string) => ({ ok: false, flaw, detail, repairHint }) as const;
const asRepaired = <T>(answer: ParsedAnswer<T>): ParsedAnswer<T> => (answer.ok ? { ...answer, repaired: true } : answer);

const misfit = ({ issues }: z.ZodError) => {
  const hint = z.prettifyError({ issues: issues.slice(0, HINT_ISSUES) }).slice(0, HINT_LENGTH);
  return broken('schema', `the answer does not fit its schema (${issues.length} issues)`, hint);
};

function parsed(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Unescapes an answer whose quotes are all escaped, as in a string or in HTML; null when it is not one. */
function decoded(text: string, begins: number): string | null {
  const isBefore = (pattern: RegExp) => ((at) => at >= 0 && (begins < 0 || at < begins))(text.search(pattern));
  if (isBefore(/\{(?:\\[nrt]|\s){0,100}\\"/)) return text.replaceAll(/\\([nrt"\\/])/g, (_, char: string) => SHORT[char] ?? char);
  if (isBefore(/\{\s{0,100}&(?:quot|#34);/)) return text.replaceAll(/&(?:quot|#34|#39|apos|lt|gt|amp);/g, (entity) => ENTITIES[entity]!);
  return null;
}

/** Returns the value itself, and what it may be wrapped in: objects, one-element lists, strings. */
function candidatesIn(json: unknown): unknown[] {
  const all = [json];
  for (let at = 0, depth = 0; at < all.length && depth < MAX_WRAPPERS; at += 1) {
    const one = all[at];
    if (typeof one !== 'object' || one === null || (Array.isArray(one) && one.length !== 1)) continue;
    depth += 1;
    const parts = Object.values(one).map((part) => (typeof part === 'string' && part.includes('{') ? parsed(part)?.json : part));
    all.push(...parts.filter((part) => typeof part === 'object' && part !== null).slice(0, MAX_WRAPPERS));
  }
  return all;
}

/** Control characters that no text needs; PostgreSQL rejects NUL and lone surrogates. */
const UNSEEN = /(?![\t\n\r])\p{Cc}/gu;
/**
 * Returns the value with storable texts: no control characters except tabs and line breaks, no lone surrogates, no thought before
 * them, and the missing backslashes of formulas restored.
 */
function storable(value: unknown): unknown {
  if (typeof value === 'string') {
    return restoreCommands(withoutLeadingThought(value)).replaceAll(UNSEEN, '').replaceAll(/\r\n?/g, '\n').toWellFormed();
  }
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, storable(inner)]));
}
