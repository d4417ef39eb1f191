import { UNSEEN } from '#contract/platform/visible-text.ts';
import { raw, sql, type Sql } from './sql.ts';

/**
 * Characters to ignore: accents of Latin, Greek and Cyrillic letters; Arabic vowel signs, hamzas on their carriers, Koranic signs and the
 * tatweel; invisible characters.
 */
const MARKS = `${UNSEEN.source}|[\\u0300-\\u036f\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed]`;

/**
 * Returns SQL that normalises a text for searching: lower case, without the marks that people omit when typing. Marks that make another
 * letter (Devanagari vowels, Japanese voicing) are preserved, and the result is composed again.
 * @param text an SQL expression
 */
export const folded = (text: Sql): Sql =>
  sql`lower(normalize(regexp_replace(normalize(${text}, nfd), ${raw(`'${MARKS}'`)}, '', 'g'), nfc))`;
