import { lookup } from '#contract/platform/lookup.ts';
import { stripInvisible, VISIBLE } from '#contract/platform/visible-text.ts';
import { PRODUCT } from '#contract/product.ts';

/** Characters that look like Latin letters: Cyrillic, Greek and Armenian letters, small capitals, digits and signs. */
const LOOKS_LIKE: Readonly<Record<string, string>> = lookup({
  a: 'аα@4ᴀ',
  c: 'сϲᴄç(',
  e: 'еєεɛҽэ3ᴇ',
  g: 'ɡցɢ96q',
  h: 'һհнʜ',
  i: 'іιıӏɪ1l|!',
  o: 'оοօσ0ᴏø',
  r: 'гᴦʀр',
  s: 'ѕꜱ5$',
  t: 'тτᴛ7+',
  u: 'υսᴜцμ',
  w: 'ѡԝωᴡшꮃ',
});
const LETTER_OF = new Map(Object.entries(LOOKS_LIKE).flatMap(([letter, like]) => [...like].map((one) => [one, letter] as const)));

const asLetters = (text: string): string => [...text.toLowerCase()].map((char) => LETTER_OF.get(char) ?? char).join('');

/** Returns the letters of a name as they look, without case, marks, spaces and signs. @param isSign matches the characters to leave out */
const looks = (name: string, isSign: RegExp): string[] => [
  ...asLetters(asLetters(name.replaceAll('()', 'o').replaceAll('\\/\\/', 'w')).normalize('NFKD').replaceAll(/\p{M}/gu, ''))
    .replaceAll(isSign, '')
    .replaceAll(/vv|uu/g, 'w'),
];

/** Signs stand between letters, or for them (`©`, `†`). */
const SIGNS = [/\P{L}/gu, /[\0-@[-`{-\x7f\p{Z}\p{C}]/gu];
const OURS = looks(PRODUCT, SIGNS[0]!);
/** So many of our letters make a name look like ours when nobody has listed which letters its others look like. */
const ENOUGH = Math.ceil(OURS.length / 2);
const isForeign = (letter: string): boolean => letter > '\x7f';

function isLike(letters: readonly string[]): boolean {
  const same = OURS.filter((ours, n) => letters[n] === ours).length;
  return same >= ENOUGH && OURS.every((ours, n) => letters[n] === ours || isForeign(letters[n] ?? ''));
}

/** Tells whether a name looks as if a program were ours, in whatever letters, spacing and case. */
export const looksLikeOurs = (name: string): boolean =>
  SIGNS.some((isSign) => {
    const letters = looks(name, isSign);
    return letters.some((_, at) => isLike(letters.slice(at, at + OURS.length)));
  });

/** Text in brackets at the end of a name. Several apps put the user's name for this installation there, which is often our own name. */
const IN_BRACKETS = /\s*(?:\([^()]*\)|\[[^[\]]*\])\s*$/u;

/**
 * Reads what a program of others calls itself as people see it where they let it in: on one line, visible, of some length, and not like ours. A name
 * never refuses a registration: its program has no other.
 * @returns '' for a name that nothing is left of
 */
export function readProgramName(given: string, max: number): string {
  const clean = stripInvisible(given);
  const name = [clean, clean.replace(IN_BRACKETS, '')].find((one) => VISIBLE.test(one) && !looksLikeOurs(one)) ?? '';
  return [...name].slice(0, max).join('').trim();
}
