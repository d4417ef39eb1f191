import { UNSEEN } from '#contract/platform/visible-text.ts';

/** Accents, hamzas on their carriers, vowel signs and the stretching stroke: what people leave out when they write in haste. */
const MARKS = /[\u0300-\u036f]|[\u064b-\u0655]|\u0640/g;

/** A text without accents and what nobody sees; letters keep their case. */
export const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(MARKS, '').normalize('NFC');

/** A message as patterns are looked for in it: one case, plain apostrophes, single blanks, no marks. */
export const foldText = (text: string): string =>
  withoutMarks(text.normalize('NFKC').replaceAll(UNSEEN, '').toLowerCase())
    .replaceAll(/[’‘ʼ`´]/g, "'")
    .replaceAll(/[\s_*~]+/g, ' ')
    .trim();
