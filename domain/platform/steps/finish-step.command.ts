import type { Knex } from 'knex';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Step } from './step.model.ts';
import type { StepHold, FailedAttempt } from './step.ts';

/** Thrown when a worker writes with an outdated fencing number: another worker has taken over. */
export class StepLost extends Error {
  constructor(stepId: string) {
    super(`step ${stepId} was taken over or ended`);
    this.name = 'StepLost';
  }
}

/** The result of a step. */
export interface StepResult {
  readonly output: unknown;
  readonly service?: string | null;
  readonly inputHash?: string;
  /** The vendor call whose answer this is. */
  readonly callId?: string;
}

/**
 * Marks held steps completed, in the caller's transaction and in one statement.
 * @returns ids of those still held; the others were taken over or ended, and are not changed
 */
export async function finishSteps(
  trx: Knex.Transaction,
  steps: readonly { readonly hold: StepHold; readonly result: StepResult }[],
): Promise<ReadonlySet<string>> {
  const finished = await rowsOf<Pick<Step, 'id'>>(
    trx,
    sql`update step set state = 'completed', output = done.output::jsonb, service = done.service, input_hash = done.input_hash, call_id = done.call_id,
            fallback = null, answer = null, finished_at = clock_timestamp(), lease_until = null, worker = null
       from unnest(${steps.map(({ hold }) => hold.stepId)}::uuid[], ${steps.map(({ hold }) => hold.fence)}::int[],
                   ${steps.map(({ result }) => JSON.stringify(result.output))}::text[],
                   ${steps.map(({ result }) => result.service ?? null)}::text[],
                   ${steps.map(({ result }) => result.inputHash ?? null)}::text[],
                   ${steps.map(({ result }) => result.callId ?? null)}::uuid[]) as done(id, fence, output, service, input_hash, call_id)
      where step.id = done.id and step.fence = done.fence and step.state = 'running'
     returning step.id`,
  );
  return new Set(finished.map(({ id }) => id));
}

/** Marks one held step completed, in the caller's transaction. @throws StepLost: the transaction must roll back then */
export async function finishStep(trx: Knex.Transaction, hold: StepHold, result: StepResult): Promise<void> {
  const finished = await finishSteps(trx, [{ hold, result }]);
  if (!finished.has(hold.stepId)) throw new StepLost(hold.stepId);
}

/** Marks a held step failed for good, with an error code for users and the detail for operators. @throws StepLost */
export async function failStep(
  trx: Knex.Transaction,
  hold: StepHold,
  failure: { code: string; detail: string; tried: readonly FailedAttempt[] },
): Promise<void> {
  const changed = await trx('step')
    .where({ id: hold.stepId, fence: hold.fence, state: 'running' })
    .update({
      state: 'failed',
      answer: null,
      error_code: failure.code,
      error_detail: failure.detail.slice(0, 2000),
      tried: JSON.stringify(failure.tried),
      finished_at: trx.fn.now(),
      lease_until: null,
      worker: null,
    });
  if (changed === 0) throw new StepLost(hold.stepId);
}
