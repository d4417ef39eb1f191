import { lookup } from './lookup.ts';

/** Signs that people type as an ASCII sign, with that sign; replaced before normalisation, which would split some of them. */
const SIGNS = lookup({
  "'": '‘’‚‛ʹʻʼʽˈˊˋ´′‵՚׳ꞌ＇',
  '"': '“”„‟«»″‶״〃〝〞〟＂',
  '-': '‐‑‒–—―⁃−־᠆⸗⸚⸺⸻﹘',
  ' ': '\u0085\u1680\u2028\u2029',
  '~': '〜∼',
});

/**
 * Marks that people omit, and invisible characters: accents of Latin, Greek and Cyrillic letters; points of Hebrew; vowel signs, hamzas on
 * their carriers, signs of the Koran and the tatweel of Arabic; joiners, directions, variants and tags. Marks that form a different letter
 * stay: vowels of Indic scripts, tones of Thai, voicing of Japanese.
 */
const MARKS =
  // oxlint-disable-next-line eslint/no-misleading-character-class -- marks stand here by themselves
  /[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08ff\u180b-\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\u{e0000}-\u{e01ef}]/gu;

/**
 * Letters that equal an ASCII letter with a stroke, a hook or no dot, and letters of one sound that Arabic-script keyboards distinguish.
 */
const LETTERS = lookup({
  a: 'ⱥ',
  b: 'ƀɓ',
  c: 'ȼƈ',
  d: 'đðɖɗ',
  e: 'ɇ',
  g: 'ǥɠ',
  h: 'ħ',
  i: 'ıɨ',
  j: 'ɉ',
  k: 'ƙĸ',
  l: 'łƚɫ',
  n: 'ŋɲƞ',
  o: 'øɵ',
  p: 'ƥ',
  r: 'ɍɽ',
  t: 'ŧƭʈ',
  u: 'ʉ',
  v: 'ʋ',
  y: 'ƴɏ',
  z: 'ƶȥ',
  г: 'ґ',
  σ: 'ς',
  ا: 'ٱٲٳٵ',
  ه: 'ةہھە',
  و: 'ۇۆۈۋ',
  ي: 'یىےې',
  ك: 'کڪګ',
});

/** Letters that are also written as two. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
];

/** The zero of each script's digits, followed by the nine other digits. */
const ZEROS =
  '660 6f0 7c0 966 9e6 a66 ae6 b66 be6 c66 ce6 d66 de6 e50 ed0 f20 1040 1090 17e0 1810 1946 19d0 1a80 1a90 1b50 1bb0 1c40 1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0';

const DIGITS = ZEROS.split(' ').flatMap((zero) =>
  Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(Number.parseInt(zero, 16) + digit), String(digit)] as const),
);

const oneForEach = (table: Readonly<Record<string, string>>): (readonly [string, string])[] =>
  Object.entries(table).flatMap(([typed, written]) => [...written].map((one) => [one, typed] as const));

/** The replacements before decomposition and after lower-casing; the database function `folded_text` uses the same. */
export const FOLDINGS = { before: oneForEach(SIGNS), after: [...oneForEach(LETTERS), ...DIGITS], pairs: PAIRS, marks: MARKS } as const;

const BEFORE = new Map(FOLDINGS.before);
const AFTER = new Map([...FOLDINGS.after, ...FOLDINGS.pairs]);

/** ASCII text, by far the most common, differs only in case. */
const ASCII = /^[\0-\x7f]*$/;
const BEYOND_ASCII = /[^\0-\x7f]/gu;

/**
 * Folds a text for search, so that people find it whatever its case, accents, quotes, dashes, width and digits. A text and the words sought
 * in it must both be folded, here or by `folded_text` in the database; a test compares the two.
 */
export function foldedText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .replaceAll(BEYOND_ASCII, (char) => BEFORE.get(char) ?? char)
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(BEYOND_ASCII, (char) => AFTER.get(char) ?? char);
}

/** Returns the folded words of a search. */
export const foldedWords = (q: string | undefined): string[] =>
  foldedText(q ?? '')
    .split(/\s+/)
    .filter(Boolean);
