import type { Knex } from 'knex';
import { ProductError } from '#domain/platform/errors.ts';

interface Use {
  readonly accountId: string;
  readonly runId: string;
  readonly sourceIds: readonly string[];
}

/**
 * Records which sources a run is written from, with their names, which survive the removal of a source.
 * @throws ProductError source.not_ready when one of them is not the user's, or was not read yet
 */
export async function useSources(trx: Knex.Transaction, { accountId, runId, sourceIds }: Use): Promise<void> {
  const ids = [...new Set(sourceIds)];
  if (ids.length === 0) return;
  const rows: { id: string; name: string }[] = await trx('source')
    .where({ account_id: accountId })
    .whereIn('id', ids)
    .whereNotNull('ready_at')
    .select('id', 'name');
  if (rows.length < ids.length) throw new ProductError('source.not_ready');
  await trx('run_source').insert(rows.map(({ id, name }) => ({ run_id: runId, source_id: id, name, place: ids.indexOf(id) })));
}
