import type { Knex } from 'knex';
import { cancelSteps } from '#domain/platform/steps/cancel-steps.command.ts';
import { recordLostCalls } from '#domain/vendors/llm/record-lost-calls.command.ts';

/**
 * Ends what waits and runs of a run that ends without a course of all of it, in its transaction. Nobody takes these steps over any more, so
 * the calls they had begun are recorded here as lost: a worker that lives puts its own figures there when its heartbeat has cut the call,
 * and one that was killed never does.
 */
export async function cutOffSteps(trx: Knex.Transaction, { runId, accountId }: { runId: string; accountId: string }): Promise<void> {
  const cut = await cancelSteps(trx, runId);
  await recordLostCalls(
    trx,
    cut.map(({ stepId, call }) => ({ call, accountId, runId, stepId })),
  );
}
