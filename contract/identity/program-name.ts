import * as z from 'zod/mini';
import { lookup } from '#contract/platform/lookup.ts';
import { visibleName } from '#contract/platform/visible-name.ts';
import { PRODUCT } from '#contract/product.ts';

/** What looks like letters of Latin: of Cyrillic, Greek and Armenian, small capitals, digits and signs. */
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

/** What a name looks like: letters alone, without case, marks, spaces and signs. @param isSign what is left out */
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

/** What a program of others calls itself, as people read it where they let it in: visible, on one line, and not like ours. */
export const programName = (max: number) =>
  visibleName(max).check(z.refine((name) => !looksLikeOurs(name), { error: `Must not look like ${PRODUCT}, which is ours.` }));
