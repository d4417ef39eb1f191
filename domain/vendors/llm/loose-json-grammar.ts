/**
 * How people and models write what should be JSON: the signs and words that `readLooseJson` takes for one another, and the patterns by which it
 * knows where something begins and ends. None may take more than linear time, whatever run of signs a text is made of.
 */

export const CLOSERS: Record<string, string> = {
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
};
export const ESCAPES: Record<string, string> = {
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
};
export const WORDS: Record<string, unknown> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  TRUE: true,
  FALSE: false,
  NULL: null,
  // no number at all: null, and the schema decides
  NaN: null,
  Infinity: null,
  '-Infinity': null,
  undefined: null,
};

/** White space, and signs that cannot be seen. */
const BLANK = '[\\s\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff]';
/** All of it, and never less: a pattern that may give some back takes quadratic time on a long run. */
const BLANKS = (group: number) => `(?=(${BLANK}*))\\${group}`;
export const SEPARATORS = ',，،、;；';
const OPENERS = Object.keys(CLOSERS).join('');

export const GAP = new RegExp(`${BLANK}*`, 'y');
export const WORD = /-?[A-Za-z_$][\w$-]*/y;
export const NUMBER = /[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y;
export const COMMENT = /(?:\/\/|#)([^\n]*)(?:\n|$)|\/\*([\s\S]*?)\*\//y;
/** A remark that something was left out: the document is a part of what it should be. */
export const ELISION = /\.\.\.|…|\b(?:rest|remaining|omitted|more|continue[ds]?|etc|similar|same as)\b/i;
const KEY = `(?:[${OPENERS}][^"“”«»＂″\\n:]{1,60}["“”'’‘»\`＂″」]|[A-Za-z_$][\\w$]*)${BLANK}{0,100}[:：]`;
/** What may stand behind the quote that ends a string; any other quote belongs to the text. */
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
/** A brace that an object may begin with; prose and formulas have others. The last kind of them was cut off. */
const BEGINNING = new RegExp(`\\{(?:${BLANK}|,){0,100}(?:${KEY}|/[/*]|#|[${OPENERS}]?[^${OPENERS}:{}\\n]{0,60}["'”“]?[\\s\`]*$)`, 'g');
/** An object that begins inside of a text. */
export const INNER = /\s{0,100}"(\w{1,60})"\s{0,100}:/y;

/** Place of the next brace, from `start` on, that an object may begin with; -1 when there is none. */
export function nextBeginning(text: string, start: number): number {
  BEGINNING.lastIndex = start;
  return BEGINNING.exec(text)?.index ?? -1;
}
