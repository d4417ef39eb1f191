import type { Knex } from 'knex';
import type { CallBegun } from './step.ts';

/** A step that was ended while it waited or ran, and the newest call it had begun. */
export interface CutStep {
  readonly stepId: string;
  readonly call: CallBegun;
}

/**
 * Ends everything of a run that waits or runs, in the caller's transaction: a worker that holds one of these steps can write nothing any
 * more, and its heartbeat aborts the call.
 * @returns those that had begun a call: it may be over, under way, or lost with its worker
 */
export async function cancelSteps(trx: Knex.Transaction, runId: string): Promise<CutStep[]> {
  const cut: { id: string; call_begun: CallBegun | null }[] = await trx('step')
    .where({ run_id: runId })
    .whereIn('state', ['queued', 'running'])
    .update({ state: 'cancelled', answer: null, finished_at: trx.fn.now(), lease_until: null, worker: null })
    .returning(['id', 'call_begun']);
  return cut.flatMap(({ id, call_begun: call }) => (call ? [{ stepId: id, call }] : []));
}
