import type { Knex } from 'knex';
import type { CallBegun } from './step.ts';

/** A step that was ended while it was queued or running, and the newest call it had started. */
export interface CutStep {
  readonly stepId: string;
  readonly call: CallBegun;
}

/** Deletes queued and running steps of a run, in the transaction that holds it: what they would do is no longer right. */
export async function dropLiveSteps(trx: Knex.Transaction, runId: string, keys: readonly string[]): Promise<void> {
  await trx('step').where({ run_id: runId }).whereIn('key', keys).whereIn('state', ['queued', 'running']).del();
}

/** Revokes a completed step, whose result is gone: added again, it starts again. */
export async function revokeStep(trx: Knex.Transaction, runId: string, key: string): Promise<void> {
  await trx('step').where({ run_id: runId, key, state: 'completed' }).update({ state: 'cancelled' });
}

/**
 * Ends all queued and running steps of a run, in the caller's transaction: a worker that holds one can no longer write, and its heartbeat
 * aborts the call.
 * @returns those that had started a call: it may be finished, in progress, or lost with its worker
 */
export async function cancelSteps(trx: Knex.Transaction, runId: string): Promise<CutStep[]> {
  const cut: { id: string; call_begun: CallBegun | null }[] = await trx('step')
    .where({ run_id: runId })
    .whereIn('state', ['queued', 'running'])
    .update({ state: 'cancelled', answer: null, finished_at: trx.fn.now(), lease_until: null, worker: null })
    .returning(['id', 'call_begun']);
  return cut.flatMap(({ id, call_begun: call }) => (call ? [{ stepId: id, call }] : []));
}
