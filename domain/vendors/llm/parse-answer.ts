import * as z from 'zod';
import { lookup } from '#contract/platform/lookup.ts';
import { outsideCode } from '#domain/platform/prose/plain-prose.ts';
import { nextBeginning } from './loose-json-grammar.ts';
import { readLooseJson } from './read-loose-json.ts';
import { withoutLeadingThought, withoutThinking } from './without-thinking.ts';

const HINT_LENGTH = 1_000;
const HINT_ISSUES = 20;
/** Maximum number of wrappers to unpack. */
const MAX_WRAPPERS = 8;
const CUT_OFF = 'The JSON was cut off. Answer with one complete, shorter JSON object.';
const SHORT: Record<string, string> = lookup({ n: '\n', r: '\r', t: '\t' });
const ENTITIES: Record<string, string> = lookup({
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
});
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

/** LaTeX commands of KaTeX that begin with n or t, without that letter: what is left of them after a line break or a tab. */
const AFTER_BREAK = new Set(
  `Leftarrow Leftrightarrow Rightarrow VDash Vdash abla atnums atural cong e earrow eg egmedspace egthickspace egthinspace eq ewcommand ewline
  exists geq geqq geqslant gtr i leftarrow leftrightarrow leq leqq leqslant less mid obreak obreakspace oexpand olimits onumber ormalsize ot otag
  otin otni parallel prec preceq rightarrow shortmid shortparallel sim subseteq subseteqq succ succeq supseteq supseteqq triangleleft
  trianglelefteq triangleright trianglerighteq u vDash vdash warrow`.split(/\s+/),
);
const AFTER_TAB = new Set(
  `ag an anh au binom ealA ealB ealC ealD ealE ext extasciicircum extasciitilde extbackslash extbar extbardbl extbf extbraceleft extbraceright
  extcircled extcolor extcopyright extdagger extdaggerdbl extdegree extdollar extellipsis extemdash extendash extgreater extit extless extmd
  extnormal extquotedblleft extquotedblright extquoteleft extquoteright extregistered extrm extsf extsterling extstyle exttt extunderscore extup
  frac g h herefore heta hetasym hickapprox hicksim hickspace hinspace ilde imes iny mspace o op riangle riangledown riangleleft rianglelefteq
  riangleq riangleright rianglerighteq t woheadleftarrow woheadrightarrow`.split(/\s+/),
);
/** Shorter remainders are words or parts of them: outside a formula they follow a real tab. */
const LEAST_OUTSIDE = 3;

/** Formulas, also those whose first or last character was a command. A price has a blank before its second sign, or a digit after it. */
const FORMULA =
  /\$\$(?:[^$]|\\\$){1,2000}\$\$|(?<![\\$\w])\$(?![ $])(?:[^$\n\\]|\\[^\n]|\n(?!\s*\n)){1,400}(?<![ \\])\$(?![\d$])|\\\[(?:[^\\]|\\(?!\])){1,2000}\\\]|\\\((?:[^\\\n]|\n(?!\s*\n)|\\(?!\))){1,400}\\\)/g;
/** An amount with words after it is none. */
const PRICE = /^\$\d[\d.,]*[^\\^_{}]*\p{L}{3}/u;

/**
 * Restores LaTeX commands that lost their backslash. In JSON one backslash too few makes a tab of the beginning of `\tau`, and a line break
 * of that of `\nu`; backspace and form feed, `\beta` and `\frac`, have no other meaning.
 */
function restoreCommands(text: string): string {
  if (!/[\b\f\r\t\n]/.test(text)) return text;
  const plain = text
    .replaceAll('\b', '\\b')
    .replaceAll('\f', '\\f')
    .replaceAll(/\r(?=[a-z]|(?:Arr|Brace|Vert)(?![A-Za-z]))/g, '\\r');
  if (!/[\t\n]/.test(plain)) return plain;
  return outsideCode(plain, (prose) =>
    prose
      .replaceAll(FORMULA, (formula) => (PRICE.test(formula) ? formula : restoredFormula(formula)))
      .replaceAll(/(?<=[^\n\t])\t([A-Za-z]+)/g, (whole, rest: string) =>
        rest.length >= LEAST_OUTSIDE && AFTER_TAB.has(rest) ? `\\t${rest}` : whole,
      ),
  );
}

function restoredFormula(formula: string): string {
  const isBlock = /^(?:\$\$|\\\[)/.test(formula);
  // a line break after the opening sign belongs to the layout only when there is one before the closing sign, too
  const isLaidOut = isBlock && /^(?:\$\$|\\\[)[ \t]*\n[\s\S]*\n[ \t]*(?:\$\$|\\\])$/.test(formula);
  return formula
    .replaceAll(/\t(?=[A-Za-z])/g, (tab, at: number) => (formula[at - 1] === '\n' && !AFTER_TAB.has(wordAt(formula, at + 1)) ? tab : '\\t'))
    .replaceAll(/\n([A-Za-z]+)/g, (whole, rest: string, at: number, all: string) => {
      if (!AFTER_BREAK.has(rest)) return whole;
      const before = all.slice(0, at);
      if (isLaidOut && (/^(?:\$\$|\\\[)[ \t]*$/.test(before) || /(?:\\\\|&)[ \t]*$/.test(before))) return whole;
      // one letter at the beginning of a line is a variable
      if (isLaidOut && rest.length === 1 && !/[ \n]$/.test(before)) return whole;
      return `\\n${rest}`;
    });
}

const wordAt = (text: string, at: number): string => /^[A-Za-z]*/.exec(text.slice(at, at + 40))![0];

/** Rounds of repairs: one repair may reveal the next flaw, e.g. in a list entry whose key had another case. */
const ROUNDS = 4;
/** An answer with more flaws than this is a different document. */
const MOST_FLAWS = 200;

type FittedAnswer<T> = { ok: true; value: T; isMended: boolean } | { ok: false; error: z.ZodError };

/**
 * Validates a value against the schema. A part of another type with only one possible meaning is converted in place: a number or boolean
 * written as text or vice versa, a single entry where a list is required, paragraphs of a text in a list, a key or an enum value in another
 * case, a null entry. Whatever would need guessing is rejected.
 */
function fitAnswer<T>(value: unknown, schema: z.core.$ZodType<T>): FittedAnswer<T> {
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
