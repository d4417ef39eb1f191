import * as z from 'zod/mini';
import { lookup } from '#contract/platform/lookup.ts';
import { visibleName } from '#contract/platform/visible-name.ts';
import { PRODUCT } from '#contract/product.ts';

/** What looks like letters of Latin: of Cyrillic, Greek and Armenian, small capitals, digits and signs. */
const LOOKS_LIKE: Readonly<Record<string, string>> = lookup({
  a: 'аα@4ᴀ',
  c: 'сϲᴄç(',
  e: 'еєεɛҽэ3ᴇ',
  g: 'ɡցɢ9',
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

/** What a name looks like: letters alone, without case, marks, spaces and signs. */
const looks = (name: string): string =>
  [...name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()]
    .map((char) => LETTER_OF.get(char) ?? char)
    .join('')
    .replaceAll(/[^\p{L}]/gu, '')
    .replaceAll('vv', 'w');

const OURS = looks(PRODUCT);

/** Tells whether a name looks as if a program were ours, in whatever letters, spacing and case. */
export const looksLikeOurs = (name: string): boolean => looks(name).includes(OURS);

/** What a program of others calls itself, as people read it where they let it in: visible, on one line, and not like ours. */
export const programName = (max: number) =>
  visibleName(max).check(z.refine((name) => !looksLikeOurs(name), { error: `Must not look like ${PRODUCT}, which is ours.` }));
