import type { Knex } from 'knex';

/**
 * Has steps of a run that failed for good count as never tried, in the caller's transaction: whoever decides what comes next in the run may
 * add them again (`addSteps`).
 * @param keys which of them; left out: all that failed
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
