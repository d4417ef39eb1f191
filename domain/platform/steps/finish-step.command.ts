import type { Knex } from 'knex';
import type { StepHold, Try } from './step.ts';

/** Thrown when a worker tries to write with a fencing number that is no longer the step's: somebody else has taken over. */
export class StepLost extends Error {
  constructor(stepId: string) {
    super(`step ${stepId} was taken over or ended`);
    this.name = 'StepLost';
  }
}

/**
 * Marks a held step completed, in the caller's transaction.
 * @throws StepLost when the hold is not valid any more; the transaction must roll back then
 */
export async function finishStep(
  trx: Knex.Transaction,
  hold: StepHold,
  done: { output: unknown; service?: string | null; inputHash?: string; callId?: string },
): Promise<void> {
  const changed = await trx('step')
    .where({ id: hold.stepId, fence: hold.fence, state: 'running' })
    .update({
      state: 'completed',
      output: JSON.stringify(done.output),
      service: done.service ?? null,
      input_hash: done.inputHash ?? null,
      call_id: done.callId ?? null,
      fallback: null,
      finished_at: trx.fn.now(),
      lease_until: null,
      worker: null,
    });
  if (changed === 0) throw new StepLost(hold.stepId);
}

/** Marks a held step failed for good, with a coded reason for people and the detail for operators. @throws StepLost */
export async function failStep(
  trx: Knex.Transaction,
  hold: StepHold,
  failure: { code: string; detail: string; tried: readonly Try[] },
): Promise<void> {
  const changed = await trx('step')
    .where({ id: hold.stepId, fence: hold.fence, state: 'running' })
    .update({
      state: 'failed',
      error_code: failure.code,
      error_detail: failure.detail.slice(0, 2000),
      tried: JSON.stringify(failure.tried),
      finished_at: trx.fn.now(),
      lease_until: null,
      worker: null,
    });
  if (changed === 0) throw new StepLost(hold.stepId);
}
