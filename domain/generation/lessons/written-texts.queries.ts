import type { Knex } from 'knex';
import { rowsOf, sql } from '#domain/platform/sql.ts';

/** Returns the visible texts of the lessons a run wrote or corrected, by Markdown. */
export async function writtenTexts(trx: Knex, runId: string): Promise<Map<string, string>> {
  const texts = await rowsOf<{ content: string; text: string }>(
    trx,
    sql`select output->>'content' as content, output->>'text' as text
          from step where run_id = ${runId} and state = 'completed' and output ? 'text'`,
  );
  return new Map(texts.map(({ content, text }) => [content, text]));
}
