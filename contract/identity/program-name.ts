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

/** Returns the letters that a name looks like, without case, marks, spaces and signs. @param isSign matches the characters to leave out */
const looks = (name: string, isSign: RegExp): string[] => [
  ...asLetters(asLetters(name.replaceAll('()', 'o').replaceAll('\\/\\/', 'w')).normalize('NFKD').replaceAll(/\p{M}/gu, ''))
    .replaceAll(isSign, '')
    .replaceAll(/vv|uu/g, 'w'),
];

/** Signs can separate letters, or replace them (`©`, `†`). */
const SIGNS = [/\P{L}/gu, /[\0-@[-`{-\x7f\p{Z}\p{C}]/gu];
const OURS = looks(PRODUCT, SIGNS[0]!);
/** Number of matching letters from which a name looks like ours, if all its other letters are of scripts without listed look-alikes. */
const ENOUGH = Math.ceil(OURS.length / 2);
const isForeign = (letter: string): boolean => letter > '\x7f';

function isLike(letters: readonly string[]): boolean {
  const same = OURS.filter((ours, n) => letters[n] === ours).length;
  return same >= ENOUGH && OURS.every((ours, n) => letters[n] === ours || isForeign(letters[n] ?? ''));
}

/** Tells whether a name looks like our own, in any letters, spacing and case. */
export const looksLikeOurs = (name: string): boolean =>
  SIGNS.some((isSign) => {
    const letters = looks(name, isSign);
    return letters.some((_, at) => isLike(letters.slice(at, at + OURS.length)));
  });

/** Text in brackets at the end of a name. Several apps put the user's name for this installation there, which is often our own name. */
const IN_BRACKETS = /\s*(?:\([^()]*\)|\[[^[\]]*\])\s*$/u;

/**
 * Returns an app's name as shown to people who connect it: on one line, visible, shortened, and not like ours. A registration is never
 * refused for its name, because the app has no other.
 * @returns '' if nothing of the name can be shown
 */
export function readProgramName(given: string, max: number): string {
  const clean = stripInvisible(given);
  const name = [clean, clean.replace(IN_BRACKETS, '')].find((one) => VISIBLE.test(one) && !looksLikeOurs(one)) ?? '';
  return [...name].slice(0, max).join('').trim();
}
