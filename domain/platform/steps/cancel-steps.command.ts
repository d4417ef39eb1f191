import type { Knex } from 'knex';

/**
 * Ends everything of a run that waits or runs, in the caller's transaction: a worker that holds one of these steps can write nothing any
 * more, and its heartbeat aborts the call.
 */
export async function cancelSteps(trx: Knex.Transaction, runId: string): Promise<void> {
  await trx('step')
    .where({ run_id: runId })
    .whereIn('state', ['queued', 'running'])
    .update({ state: 'cancelled', finished_at: trx.fn.now(), lease_until: null, worker: null });
}
