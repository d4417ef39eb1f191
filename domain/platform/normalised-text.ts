import { join, sql, type Sql } from './sql.ts';

/**
 * Returns SQL that folds a text for searching, like `foldedText`, so that matches ignore case, accents, quotes, dashes, width and digits.
 * Searched texts are folded when they are written, in generated columns or an index, because folding is expensive.
 * @param text an SQL expression
 */
export const folded = (text: Sql): Sql => sql`folded_text(${text})`;

/**
 * Returns SQL that tells whether every search word occurs in a folded text, such as a generated column. The beginning of a word matches,
 * and so do words of Chinese, Japanese and Thai, which have no spaces. The planner folds the words, once.
 */
export const hasEveryWord = (text: Sql, words: readonly string[]): Sql =>
  join([sql`true`, ...words.map((word) => sql`strpos(${text}, ${folded(sql`${word}::text`)}) > 0`)], ' and ');

/** Characters with a special meaning in a `like` pattern. */
const SPECIAL = String.raw`([\\%_])`;

/** Like `hasEveryWord`, for a folded text with a trigram index. */
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
