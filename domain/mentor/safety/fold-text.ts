import { UNSEEN } from '#contract/platform/visible-text.ts';

/** Accents, hamzas on their carriers, vowel signs and the tatweel, which people omit when writing in haste. */
const MARKS = /[\u0300-\u036f]|[\u064b-\u0655]|\u0640/g;

/** Removes accents and invisible characters; case is preserved. */
export const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(MARKS, '').normalize('NFC');

/** Normalises a message for the patterns: lower case, plain apostrophes, single spaces, no marks. */
export const foldText = (text: string): string =>
  withoutMarks(text.normalize('NFKC').replaceAll(UNSEEN, '').toLowerCase())
    .replaceAll(/[’‘ʼ`´]/g, "'")
    .replaceAll(/[\s_*~]+/g, ' ')
    .trim();
