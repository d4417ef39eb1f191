import { cancelRun } from '#domain/platform/runs/cancel-run.command.ts';
import { lockProposal } from '#domain/generation/rewrites/proposal.queries.ts';
import { discardLessons } from '#domain/generation/rewrites/settle-proposal.command.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';

/**
 * Throws a proposal away, or what is left of it to decide; one that is still being written is stopped. The course does not change. Discarding again
 * changes nothing.
 * @returns whether it is discarded: false when it was accepted before, wholly
 * @throws ProductError not_found
 */
export async function discardProposal(given: { accountId: string; courseId: string; taskId: string }): Promise<{ discarded: boolean }> {
  const { accountId, courseId, taskId: runId } = given;
  const { discarded, live } = await transact(async (trx) => {
    const proposal = await lockProposal(trx, { accountId, courseId, runId });
    if (!proposal) throw notFound('proposal');
    if (proposal.settled === 'accepted') return { discarded: false, live: false };
    await discardLessons(trx, runId);
    return { discarded: true, live: proposal.status === 'queued' || proposal.status === 'running' };
  });
  if (live) {
    await cancelRun({ runId, accountId, keep: false }).catch((error: unknown) => {
      // it ended in the meantime; it is discarded all the same
      if (!(error instanceof ProductError && error.code === 'run.ended')) throw error;
    });
  }
  return { discarded };
}
