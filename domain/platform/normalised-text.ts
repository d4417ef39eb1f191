import { UNSEEN } from '#contract/platform/visible-text.ts';

/**
 * Accents of Latin, Greek and Cyrillic letters; Arabic vowel signs, hamzas on their carriers, Koranic signs and the stretching stroke; what
 * nobody sees.
 */
const MARKS = `${UNSEEN.source}|[\\u0300-\\u036f\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed]`;

/**
 * SQL for a text as it is searched: without case and without the marks that people leave out when they type. Marks that make another letter
 * (Devanagari vowels, Japanese voicing) stay, and what was taken apart is put together again.
 * @param text an SQL expression
 */
export const folded = (text: string): string => `lower(normalize(regexp_replace(normalize(${text}, nfd), '${MARKS}', '', 'g'), nfc))`;
