import type { Knex } from 'knex';

/** Marks a rewrite accepted or discarded, in the transaction that holds its row. */
export async function settleProposal(trx: Knex.Transaction, runId: string, settled: 'accepted' | 'discarded'): Promise<void> {
  await trx('run').where({ id: runId }).update({ settled });
}
