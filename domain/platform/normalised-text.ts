import { join, sql, type Sql } from './sql.ts';

/**
 * Returns SQL that folds a text for searching, as `foldedText` does: what people type finds what is written, whatever its case, accents, quotes,
 * dashes, width and digits. Texts that are searched are folded when they are written, in generated columns, or by an index: folding is dear.
 * @param text an SQL expression
 */
export const folded = (text: Sql): Sql => sql`folded_text(${text})`;

/**
 * Returns SQL that tells whether every word occurs in a folded text, such as a generated column: the beginning of one as it is typed, and words of
 * Chinese, Japanese and Thai, between which there are no blanks. The planner folds the words, once.
 */
export const hasEveryWord = (text: Sql, words: readonly string[]): Sql =>
  join([sql`true`, ...words.map((word) => sql`strpos(${text}, ${folded(sql`${word}::text`)}) > 0`)], ' and ');

/** Characters with a special meaning in a `like` pattern. */
const SPECIAL = String.raw`([\\%_])`;

/** As `hasEveryWord`, of a folded text whose trigrams are indexed. */
export const hasEveryWordByTrigrams = (text: Sql, words: readonly string[]): Sql =>
  join(
    [
      sql`true`,
      ...words.map(
        (word) => sql`${text} like '%' || regexp_replace(${folded(sql`${word}::text`)}, ${SPECIAL}, ${String.raw`\\\1`}, 'g') || '%'`,
      ),
    ],
    ' and ',
  );

/** Returns the words of a search. */
export const wordsOf = (q: string | undefined): string[] => q?.split(/\s+/).filter(Boolean) ?? [];
