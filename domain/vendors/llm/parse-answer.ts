import * as z from 'zod';
import { lookup } from '#contract/platform/lookup.ts';
import { outsideCode } from '#domain/platform/prose/plain-prose.ts';
import { linesOf } from './document-shapes.ts';
import { fitAnswer, lacksOnlyItsEnd } from './fit-answer.ts';
import { nextBeginning } from './loose-json-grammar.ts';
import { letters } from './near-values.ts';
import { readLooseJson } from './read-loose-json.ts';
import { readYaml } from './read-yaml.ts';
import { withoutLeadingThought, withoutThinking } from './without-thinking.ts';

const HINT_LENGTH = 1_000;
const HINT_ISSUES = 20;
/** Maximum number of wrappers to unpack. */
const MAX_WRAPPERS = 8;
const ONE_ONLY = 'There was more than one JSON object. Answer with one only.';
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
/** Number of braces in the surrounding prose to try as the answer's beginning. */
const MAX_BEGINNINGS = 20;

/** `truncated`: it was cut off; `not_json`: no part of it can be parsed; `schema`: it was parsed but does not fit. */
export type AnswerFlaw = 'truncated' | 'not_json' | 'schema';
export type ParsedAnswer<T> =
  | { ok: true; value: T; repaired: boolean }
  | { ok: false; flaw: AnswerFlaw; detail: string; repairHint: string };

/**
 * Parses a finished answer, without the model's thoughts: as JSON, otherwise leniently (`readLooseJson`). Of several objects that fit, the
 * last one counts, because a model that starts over has corrected itself. The object may be wrapped in others, in one-element lists and in
 * strings. A truncated answer is never repaired, since half a lesson must not pass for a whole one; only the outermost brace may be missing
 * (`lacksOnlyItsEnd`). YAML is read when it has all fields, and Markdown when it has a heading for each. Returns for any text; never
 * throws.
 * @param hasEnded the vendor called the answer finished: the bracket of its last list may then be missing with the outermost brace
 */
export function parseAnswer<T>(answer: string, schema: z.core.$ZodType<T>, { hasEnded = false } = {}): ParsedAnswer<T> {
  const text = withoutThinking(answer);
  // a thought, and nothing after it
  if (text.trim() === '' && answer.trim() !== '') return broken('truncated', 'the answer is cut off', CUT_OFF);
  let error: z.core.$ZodIssue[] | null = null;
  const fitting = (json: unknown, repaired: boolean): ParsedAnswer<T> | null => {
    for (const level of candidatesIn(json)) {
      const fits: { value: T; isMended: boolean; candidate: unknown }[] = [];
      for (const candidate of level) {
        const fitted = fitAnswer(candidate, schema);
        if (fitted.ok) fits.push({ ...fitted, candidate });
        else if (fitted.isDoubtful) return misfit(fitted.issues);
        else error ??= fitted.issues;
      }
      const [first, ...others] = fits;
      if (!first) continue;
      const text = JSON.stringify(first.value);
      if (others.some(({ value }) => JSON.stringify(value) !== text)) return broken('schema', 'the answer holds several objects', ONE_ONLY);
      return { ok: true, value: storable(first.value) as T, repaired: repaired || first.isMended || first.candidate !== json };
    }
    return null;
  };

  const exact = parsed(text);
  if (exact && typeof exact.json !== 'string') return fitting(exact.json, false) ?? misfit(error!);
  let from = nextBeginning(text, 0);
  const encoded = exact ? String(exact.json) : decoded(text, from);
  if (encoded !== null && encoded.includes('{')) return asRepaired(parseAnswer(encoded, schema, { hasEnded }));
  const other = yamlIn(text, schema) ?? (/^\s*#/.test(text) ? readHeaded(text, schema) : null);
  if (other !== null) return fitting(other, true) ?? misfit(error!);

  let found: ParsedAnswer<T> | null = null;
  let end = 0;
  for (let tries = 0; from >= 0 && tries < MAX_BEGINNINGS; tries += 1) {
    const read = readLooseJson(text, from);
    if (read.ok && read.isOpen && !((hasEnded || !read.isListOpen) && lacksOnlyItsEnd(read, schema)))
      return found ?? broken('truncated', 'the answer is cut off', CUT_OFF);
    if (read.ok) {
      const answer = fitting(read.value, true);
      if (answer && found && /^\s*,\s*$/.test(text.slice(end, from))) return broken('schema', 'the answer is a list of objects', ONE_ONLY);
      if (answer && !answer.ok) return answer;
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

/** Issues of an answer whose server did not hold it to its schema. Bounds of lists, lengths and numbers are not held everywhere. */
const OF_FORM: readonly string[] = ['invalid_type', 'invalid_value', 'invalid_union', 'invalid_key', 'invalid_element'];

/** Tells whether a finished answer, without the model's thoughts, is its JSON and nothing else, with no field missing or of another type. */
export function isOfForm(answer: string, schema: z.core.$ZodType): boolean {
  const exact = parsed(withoutThinking(answer));
  if (!exact) return false;
  const { success, error } = z.safeParse(schema, exact.json);
  return success || !error.issues.some(({ code }) => OF_FORM.includes(code));
}

/**
 * Parses what is whole of an answer that was cut off: of an object whose last field is a list, the entries before the one in which it broke
 * off.
 * @returns null when no entry is whole, or they do not fit
 */
export function parseWholeEntries<T>(answer: string, schema: z.core.$ZodType<T>): T | null {
  const text = withoutThinking(answer);
  const from = nextBeginning(text, 0);
  const until = from < 0 ? null : readLooseJson(text, from).wholeUntil;
  if (until === null) return null;
  const parsed = parseAnswer(`${text.slice(from, until)}]}`, schema);
  return parsed.ok ? parsed.value : null;
}

const broken = (flaw: AnswerFlaw, detail: string, repairHint: string) => ({ ok: false, flaw, detail, repairHint }) as const;
const asRepaired = <T>(answer: ParsedAnswer<T>): ParsedAnswer<T> => (answer.ok ? { ...answer, repaired: true } : answer);

const misfit = (issues: readonly z.core.$ZodIssue[]) => {
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

/** Unescapes an answer whose quotes are all escaped, as in a string or in HTML; null when they are not. */
function decoded(text: string, begins: number): string | null {
  const isBefore = (pattern: RegExp) => ((at) => at >= 0 && (begins < 0 || at < begins))(text.search(pattern));
  if (isBefore(/\{(?:\\[nrt]|\s){0,100}\\"/)) return text.replaceAll(/\\([nrt"\\/])/g, (_, char: string) => SHORT[char] ?? char);
  if (isBefore(/\{\s{0,100}&(?:quot|#34);/)) return text.replaceAll(/&(?:quot|#34|#39|apos|lt|gt|amp);/g, (entity) => ENTITIES[entity]!);
  return null;
}

/** Yields the value itself, then the values it wraps, level by level: objects, one-element lists, strings. */
function candidatesIn(json: unknown): unknown[][] {
  const levels = [[json]];
  for (let opened = 0; opened < MAX_WRAPPERS;) {
    const wrappers = levels.at(-1)!.filter((one) => typeof one === 'object' && one !== null && (!Array.isArray(one) || one.length === 1));
    const next = wrappers.slice(0, MAX_WRAPPERS - opened).flatMap((wrapper) =>
      Object.values(wrapper as object)
        .map((part) => (typeof part === 'string' && part.includes('{') ? parsed(part)?.json : part))
        // a list beside other fields may be one of them, not a wrapper
        .filter((part, _, all) => typeof part === 'object' && part !== null && !(Array.isArray(part) && all.length > 1))
        .slice(0, MAX_WRAPPERS),
    );
    if (next.length === 0) break;
    opened += wrappers.length;
    levels.push(next);
  }
  return levels;
}

/** A fence marked as YAML. */
const YAML_FENCE = /^[ \t]*(`{3,}|~{3,})ya?ml[ \t]*\n/im;
const FIRST_KEY = /^(?:---[ \t]*\n)?\s*["']?([A-Za-z][\w -]{0,60}?)["']?[ \t]*:(?=\s)/;

/**
 * Reads an answer that is YAML instead of JSON: all of it, or a fence in it marked as YAML. YAML has no end marker, so a cut text looks
 * whole: only an answer with every field of its schema counts.
 * @returns null for anything else
 */
function yamlIn(text: string, schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'object') return null;
  const yaml = fencedYaml(text) ?? text;
  const fields = Object.keys(def.shape).map(letters);
  if (!fields.includes(letters(FIRST_KEY.exec(yaml)?.[1] ?? ''))) return null;
  const value = readYaml(yaml);
  const names = typeof value === 'object' && value !== null ? Object.keys(value).map(letters) : [];
  return fields.every((field) => names.includes(field)) ? value : null;
}

/** Returns the content of a closed fence that is marked as YAML. */
function fencedYaml(text: string): string | null {
  const open = YAML_FENCE.exec(text);
  if (!open) return null;
  const lines = text.slice(open.index + open[0].length).split('\n');
  const end = lines.findIndex((line) => line.trim() === open[1]);
  return end < 0 ? null : lines.slice(0, end).join('\n');
}

/** Control characters that no text needs; PostgreSQL rejects NUL and lone surrogates. */
const UNSEEN = /(?![\t\n\r])\p{Cc}/gu;
/**
 * Returns the value with storable texts: no control characters except tabs and line breaks, no lone surrogates, no leading thought, and the
 * missing backslashes of formulas restored.
 */
function storable(value: unknown): unknown {
  if (typeof value === 'string') {
    return restoreCommands(withoutLeadingThought(value)).replaceAll(UNSEEN, '').replaceAll(/\r\n?/g, '\n').toWellFormed();
  }
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, storable(inner)]));
}

/** KaTeX's commands that begin with n or t, without that letter: the rest of a command whose beginning became a line break or a tab. */
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

/**
 * Formulas, including those whose first or last character was a command. A price has a space before its second sign, or a digit after it.
 */
const FORMULA =
  /\$\$(?:[^$]|\\\$){1,2000}\$\$|(?<![\\$\w])\$(?![ $])(?:[^$\n\\]|\\[^\n]|\n(?!\s*\n)){1,400}(?<![ \\])\$(?![\d$])|\\\[(?:[^\\]|\\(?!\])){1,2000}\\\]|\\\((?:[^\\\n]|\n(?!\s*\n)|\\(?!\))){1,400}\\\)/g;
/** An amount followed by words is not a formula. */
const PRICE = /^\$\d[\d.,]*[^\\^_{}]*\p{L}{3}/u;

/**
 * Restores LaTeX commands that lost their backslash. In JSON one missing backslash turns the beginning of `\tau` into a tab, and that of `
 * u` into a line break; backspace and form feed, from `\beta` and `\frac`, have no other meaning.
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
  // a line break after the opening sign is layout only when there is one before the closing sign, too
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

const HEADING = /^(#{1,6})[ \t]+(\S[^\n]{0,80}?)[ \t#:]*$/;

/**
 * Reads a document written in Markdown, each field under a heading with its name: `# Content`, `# Objectives`. Only for texts and lists of
 * texts, only when every field has one such heading of one level, and nothing precedes the first.
 * @returns null for anything else
 */
function readHeaded(text: string, schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'object') return null;
  const fields = new Map(Object.entries(def.shape).map(([key, field]) => [letters(key), { key, field }]));
  if ([...fields.values()].some(({ field }) => !isText(field) && !isTexts(field))) return null;
  const lines = text.trim().split('\n');
  const level = HEADING.exec(lines[0]!)?.[1];
  const found = new Map<string, string[]>();
  let under: string[] | null = null;
  for (const line of lines) {
    const [, marks, name] = HEADING.exec(line.trimEnd()) ?? [];
    const field = marks === level && name !== undefined ? fields.get(letters(name)) : undefined;
    if (field && found.has(field.key)) return null;
    if (field) found.set(field.key, (under = []));
    else if (under === null) return null;
    else under.push(line);
  }
  if (found.size < fields.size) return null;
  const said = [...fields.values()].map(({ key, field }) => {
    const body = found.get(key)!.join('\n').trim();
    return [key, isText(field) ? body : (linesOf(body) ?? [])];
  });
  return said.every(([, one]) => one!.length > 0) ? Object.fromEntries(said) : null;
}

const isText = (schema: z.core.$ZodType): boolean => (schema as z.core.$ZodTypes)._zod.def.type === 'string';
function isTexts(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'array' && isText(def.element);
}
