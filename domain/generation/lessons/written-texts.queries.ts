import type { Knex } from 'knex';

/** Returns the visible texts of the lessons a run wrote or corrected, by Markdown. */
export async function writtenTexts(trx: Knex, runId: string): Promise<Map<string, string>> {
  const { rows } = await trx.raw(
    `select output->>'content' as content, output->>'text' as text
       from step where run_id = ? and state = 'completed' and output \\? 'text'`,
    [runId],
  );
  return new Map((rows as { content: string; text: string }[]).map(({ content, text }) => [content, text]));
}
