import type { Knex } from 'knex';
import * as z from 'zod';
import { addSource } from '#contract/sources/sources.contract.ts';
import { SOURCES_MOST } from '#contract/sources/source-limits.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { dropMedia } from '#domain/media/store-media.command.ts';
import { failureOf, knownSteps } from '#domain/platform/runs/known-steps.ts';
import { OWN, WITHHELD } from '#domain/platform/export-part.ts';
import { defineKind, type Order, type OrderedStep, type RunRef } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';
import { type NewStep, revokeStep } from '#domain/platform/steps/step.commands.ts';

const requestSchema = z.object({ source_id: z.uuid(), is_page: z.boolean().default(false) });
export type SourceRequest = z.infer<typeof requestSchema>;

export const SOURCE_KIND = 'source-reading';

/** Fetches a page first; one step then reads the file. */
function order({ isPage }: { isPage: boolean }, steps: readonly OrderedStep[]): Order {
  const failed = steps.find(({ state }) => state === 'failed');
  if (failed) return { add: [], stage: 'reading', progress: 0, failed: failureOf(failed) };
  const known = knownSteps(steps);
  const isFetched = !isPage || known.isDone('fetch');
  const step: NewStep = isFetched ? { job: 'read-source', key: 'read' } : { job: 'fetch-source', key: 'fetch' };
  return {
    add: known.missing([step]),
    stage: isFetched ? 'reading' : 'fetching',
    progress: isFetched ? 20 : 10,
  };
}

/** Deletes a file that could not be read. */
async function dropFile(trx: Knex.Transaction, { request }: RunRef): Promise<void> {
  const { source_id: id } = requestSchema.parse(request);
  const row = await trx('source').where({ id }).first('file_id');
  if (!row) return;
  await trx('source').where({ id }).update({ file_id: null, sha256: null });
  await dropMedia(trx, [row.file_id]);
}

/** Fetches a page again that could not be read, because its file was deleted. */
const fetchAgain = (trx: Knex.Transaction, { id }: RunRef): Promise<void> => revokeStep(trx, id, 'fetch');

/** Reads a user's source for courses. Free of charge. */
export const sourceKind = defineKind<SourceRequest, { isPage: boolean }>({
  name: SOURCE_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  // as many as anybody may have, because sources are added together
  oneAtATime: { mostWaiting: SOURCES_MOST },
  stages: ['fetching', 'reading'],
  begins: { stage: 'reading', progress: 5, message: toSentence('The source is being read.') },
  price: 'free',
  source: { context: sql`jsonb_build_object('isPage', coalesce((run.request->>'is_page')::boolean, false))` },
  order,
  exported: [
    {
      file: 'sources',
      description: 'Files and pages you added to have courses written from them.',
      table: 'source',
      condition: OWN,
      columns: ['id account_id type name address file_id run_id sha256 text_config pages hidden_slides words ready_at created_at'],
      key: { id: 'uuid' },
    },
    {
      file: 'source-passages',
      description: 'What was read of them.',
      table: 'source_passage',
      condition: 'exists (select from source where source.id = t.source_id and source.account_id = :me)',
      columns: ['source_id number page headings starts_at body'],
      withheld: { search: WITHHELD.machine },
      key: { source_id: 'uuid', number: 'int' },
      page: 200,
    },
    {
      file: 'sources-of-courses',
      description: 'From which of them courses were written.',
      table: 'run_source',
      condition: 'exists (select from run where run.id = t.run_id and run.account_id = :me)',
      columns: ['run_id source_id name place'],
      key: { run_id: 'uuid', source_id: 'uuid' },
    },
  ],
  again: {
    completed: { nothing: 'The whole source has been read.' },
    failed: { retry: 'A page is fetched again. A file must be added again, free of charge, because we do not keep it.' },
    cancelled: { by: addSource, makes: 'the source, free of charge' },
  },
  // a file that could not be read is not kept, so it has to be sent again
  retryNeeds: sql`(run.request->>'is_page')::boolean and exists (select from source where source.run_id = run.id)`,
  retryMessage: toSentence('The page is being fetched again.'),
  hooks: { failed: dropFile, retried: fetchAgain, stopping: dropFile },
});
