import { rowsOf, sql } from '#domain/platform/sql.ts';
import { transact } from '#domain/platform/database.ts';

/** Swapping two letters leaves less than half of a short word's trigrams: with the default of 0.6 such a typo finds nothing. */
const ALIKE_FROM = 0.4;
const ALIKE_AT_MOST = 40;
/** Alternative spellings searched per typo. */
const READINGS = 4;

/**
 * Returns the search spellings of each word: itself, and if no title or tag contains it literally, also the most similar words. It scans
 * only the list of words in the market, never the courses.
 */
export async function spellingsOf(words: readonly string[]): Promise<string[][]> {
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
  return transact(async (trx) => {
    await rowsOf(trx, sql`select set_config('pg_trgm.word_similarity_threshold', ${String(ALIKE_FROM)}, true)`);
    const found = await rowsOf<{ word: string; is_known: boolean; alike: string[] }>(
      trx,
      sql`select given.word, exists (select from market_word where word like given.pattern) as is_known,
              array(select word from market_word where word %> given.word
                     order by word_similarity(given.word, word) desc, word limit ${ALIKE_AT_MOST}) as alike
         from unnest(${words}::text[], ${patterns}::text[]) with ordinality as given(word, pattern, place) order by given.place`,
    );
    return found.map(({ word, is_known: isKnown, alike }) => (isKnown ? [word] : [word, ...nearest(word, alike)]));
  });
}

/** Returns the most similar words, stripped of punctuation, within the allowed slips: one in a short word, two in a longer one. */
function nearest(word: string, alike: readonly string[]): string[] {
  const bare = new Set(alike.map((one) => one.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')));
  const near = [...bare].filter(Boolean).map((one) => ({ one, slips: slipsBetween(word, one) }));
  const fewest = Math.min(...near.map(({ slips }) => slips));
  if (fewest > (word.length < 5 ? 1 : 2)) return [];
  return near
    .filter(({ slips }) => slips === fewest)
    .slice(0, READINGS)
    .map(({ one }) => one);
}

/**
 * Counts letters omitted, inserted, replaced or swapped with their neighbour between a typed word and the beginning of another (optimal
 * string alignment): `watercolr` may mean `watercolours`.
 */
function slipsBetween(typed: string, word: string): number {
  const rows: number[][] = [Array.from({ length: word.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= typed.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= word.length; j += 1) {
      const isSame = typed[i - 1] === word[j - 1];
      let best = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      row.push(best);
    }
    rows.push(row);
  }
  const last = rows[typed.length]!;
  return typed.length < 5 ? last[word.length]! : Math.min(...last);
}
