import type { Knex } from 'knex';

/**
 * Gives a step that failed for good another life, in the caller's transaction: queued and due now, as if it had never been tried, with its
 * announcement. After the commit call `dispatchOutbox` with the id.
 * @returns the step's id, or null when the run has no such step or it has not failed
 */
export async function requeueStep(trx: Knex.Transaction, { runId, key }: { runId: string; key: string }): Promise<string | null> {
  const { rows } = await trx.raw(
    `with requeued as (
       update step set state = 'queued', dispatch = step.dispatch + 1, dispatched_at = now(), due_at = now(), created_at = now(), tried = '[]', passed_over = '{}',
              service = null, call_id = null, fallback = null, error_code = null, error_detail = null, started_at = null, finished_at = null
         from run where step.run_id = ? and step.key = ? and step.state = 'failed' and run.id = step.run_id
       returning step.id, step.dispatch, step.job, step.due_at, run.lane
     )
     insert into outbox (step_id, dispatch, job, lane, due_at) select id, dispatch, job, lane, due_at from requeued returning step_id`,
    [runId, key],
  );
  return rows[0]?.step_id ?? null;
}
