import { join, sql, type Sql } from './sql.ts';

/**
 * Returns SQL that normalises a text for searching: lower case, without the marks that people omit when typing (accents of Latin, Greek and Cyrillic
 * letters; Arabic vowel signs, hamzas on their carriers, Koranic signs and the tatweel; invisible characters). Marks that make another letter
 * (Devanagari vowels, Japanese voicing) are preserved, and the result is composed again. Texts that are searched are folded when they are written,
 * in generated columns: folding is dear.
 * @param text an SQL expression
 */
export const folded = (text: Sql): Sql => sql`folded_text(${text})`;

/** Returns SQL that tells whether every word occurs in a folded text, such as a generated column. The planner folds the words, once. */
export const hasEveryWord = (text: Sql, words: readonly string[]): Sql =>
  join(
    words.map((word) => sql`strpos(${text}, ${folded(sql`${word}::text`)}) > 0`),
    ' and ',
  );

/** Returns the words of a search. */
export const wordsOf = (q: string | undefined): string[] => q?.split(/\s+/).filter(Boolean) ?? [];
