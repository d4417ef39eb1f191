import { lookup } from '#contract/platform/lookup.ts';

/**
 * The grammar of malformed JSON as people and models write it: characters and words that `readLooseJson` treats as equivalent, and patterns
 * for beginnings and ends. All patterns must run in linear time on any text.
 */

export const CLOSERS: Record<string, string> = lookup({
  '"': '"',
  "'": "'",
  '“': '”“"',
  '”': '”"',
  '„': '“”"',
  '‘': "’'",
  '’': "’'",
  '«': '»',
  '`': '`',
  '＂': '＂',
  '″': '″',
  '「': '」',
});
export const ESCAPES: Record<string, string> = lookup({
  '"': '"',
  "'": "'",
  '`': '`',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '\n': '\n',
});
export const WORDS: Record<string, unknown> = lookup({
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  TRUE: true,
  FALSE: false,
  NULL: null,
  // not a number: null, and the schema decides
  NaN: null,
  Infinity: null,
  '-Infinity': null,
  undefined: null,
});

/** White space and invisible characters. */
const BLANK = '[\\s\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff]';
/** Possessive match: a pattern that can backtrack takes quadratic time on a long run. */
const BLANKS = (group: number) => `(?=(${BLANK}*))\\${group}`;
export const SEPARATORS = ',，،、;；';
const OPENERS = Object.keys(CLOSERS).join('');

export const GAP = new RegExp(`${BLANK}*`, 'y');
export const WORD = /-?[A-Za-z_$][\w$-]*/y;
export const NUMBER = /[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y;
export const COMMENT = /(?:\/\/|#)([^\n]*)(?:\n|$)|\/\*([\s\S]*?)\*\//y;
/** A remark that something was omitted, so the document is incomplete. `more` alone counts only if nothing follows. */
export const ELISION = /\.\.\.|…|\b(?:rest|remaining|omitted|more\s+\w+|continue[ds]?|etc|similar|same as)\b/i;
export const ELISION_AT_END = /\bmore\b/i;
export const CLOSING = /[\s,]*[}\]]/y;
/** What may follow the last value: nothing, or the end of its fence. */
export const REST_OF_FENCE = /[\s`]*$/y;
const KEY = `(?:[${OPENERS}][^"“”«»＂″\\n:]{1,60}["“”'’‘»\`＂″」]|[A-Za-z_$][\\w$]*)${BLANK}{0,100}[:：]`;
/** What may follow the quote that ends a string; any other quote belongs to the text. */
export const AFTER = {
  key: new RegExp(`${BLANK}*[:：]`, 'y'),
  property: new RegExp(
    `${BLANKS(1)}(?:\\}|[${SEPARATORS}]${BLANKS(2)}(?:\\}|/[/*]|#|${KEY}|,)|(?<=${BLANK})${KEY}|/[/*]|\\+${BLANKS(3)}["']|$)`,
    'y',
  ),
  item: new RegExp(
    `${BLANKS(1)}(?:\\]|[${SEPARATORS}]${BLANKS(2)}(?:[${OPENERS}{[\\]\\-\\d,]|/[/*]|#|true|false|null|$)|(?<=\\n[^\\S\\n]*)[${OPENERS}{[]|(?<=\\s)"|/[/*]|\\+${BLANKS(3)}["']|$)`,
    'y',
  ),
} as const;
/** A brace that may begin an object; braces in prose and formulas do not match. The last alternative is an object that was cut off. */
const BEGINNING = new RegExp(`\\{(?:${BLANK}|,){0,100}(?:${KEY}|/[/*]|#|[${OPENERS}]?[^${OPENERS}:{}\\n]{0,60}["'”“]?[\\s\`]*$)`, 'g');
/** An object that begins inside a text. */
export const INNER = /\s{0,100}"(\w{1,60})"\s{0,100}:/y;

/** Returns the position of the next brace, at or after `start`, that may begin an object; -1 when there is none. */
export function nextBeginning(text: string, start: number): number {
  BEGINNING.lastIndex = start;
  return BEGINNING.exec(text)?.index ?? -1;
}
