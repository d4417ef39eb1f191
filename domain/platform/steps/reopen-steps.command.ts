import type { Knex } from 'knex';

/**
 * Resets permanently failed steps of a run to untried, in the caller's transaction: the run's `order` may add them again (`addSteps`).
 * @param keys which of them; default: all that failed
 * @returns keys of those that had failed
 */
export async function reopenSteps(trx: Knex.Transaction, { runId, keys }: { runId: string; keys?: readonly string[] }): Promise<string[]> {
  const reopened: { key: string }[] = await trx('step')
    .where({ run_id: runId, state: 'failed' })
    .modify((steps) => void (keys && steps.whereIn('key', keys)))
    .update({
      state: 'cancelled',
      tried: '[]',
      passed_over: '{}',
      service: null,
      fallback: null,
      error_code: null,
      error_detail: null,
      started_at: null,
      finished_at: null,
      look_until: null,
    })
    .returning('key');
  return reopened.map(({ key }) => key);
}
