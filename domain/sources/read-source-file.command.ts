import type { Knex } from 'knex';
import type { SourceType } from '#contract/sources/sources.contract.ts';
import { dropMedia, findMedia, readMedia } from '#domain/media/store-media.command.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';
import type { SplitPassage } from './split-passages.ts';
import { fileTypeSchema, readFile } from './reading/read-file.ts';
import { searchWords, textConfigOf } from './search-words.ts';
import type { SourceRequest } from './source.kind.ts';

interface Work {
  readonly step: ClaimedStep<SourceRequest>;
  readonly signal: AbortSignal;
}

const INSERTED_AT_ONCE = 500;

/** Reads a source in a separate process, and stores its passages instead of its file. @throws ProductError source.… with the reason */
export async function readSourceFile({ step, signal }: Work): Promise<void> {
  const { source_id: id } = step.request;
  const row: { type: SourceType; file_id: string | null } | undefined = await database()('source').where({ id }).first('type', 'file_id');
  // removed meanwhile
  if (!row) throw new ProductError('run.cancelled');
  const { type, file_id: fileId } = row;
  const file = await findMedia(fileId);
  const fetched = fileTypeSchema.safeParse(file.type.replace('application/x-', ''));
  const read = await readFile(type === 'web' ? (fetched.data ?? 'html') : type, readMedia(file), { turn: turnOfStep(step), signal });
  const { title, pages, passages } = read;
  if (passages.length === 0) throw new ProductError('source.no_text');
  const config = textConfigOf(
    passages
      .map(({ body }) => body)
      .slice(0, 20)
      .join('\n'),
  );
  await completeStep(step, {
    output: { passages: passages.length },
    async also(trx) {
      const words = passages.reduce((sum, { words: more }) => sum + more, 0);
      const [updated] = await trx('source')
        .where({ id })
        .update({
          // a page is named by its title
          ...(type === 'web' && title && { name: title }),
          ready_at: trx.fn.now(),
          pages,
          words,
          text_config: config,
          file_id: null,
        })
        .returning('id');
      if (updated) await keepPassages(trx, { id, config, passages });
      await dropMedia(trx, [fileId]);
      await completeRun(trx, { runId: step.runId, result: { passages: passages.length } });
    },
  });
  // its account's next one waits for this
  await admitAfter('a run ended');
}

async function keepPassages(
  trx: Knex,
  { id, config, passages }: { id: string; config: string; passages: readonly SplitPassage[] },
): Promise<void> {
  await trx('source_passage').where({ source_id: id }).delete();
  for (let at = 0; at < passages.length; at += INSERTED_AT_ONCE) {
    await trx('source_passage').insert(
      passages.slice(at, at + INSERTED_AT_ONCE).map(({ number, page, headings, startsAt, body }) => ({
        source_id: id,
        number,
        page,
        headings,
        starts_at: startsAt,
        body,
        // headings say what a passage is about
        search: expression(
          trx,
          sql`setweight(to_tsvector(${config}::regconfig, ${searchWords(headings.join(' '))}), 'A')
              || setweight(to_tsvector(${config}::regconfig, ${searchWords(body)}), 'B')`,
        ),
      })),
    );
  }
}
