import { afterCancel, cancelRunIn } from '#domain/platform/runs/cancel-run.command.ts';
import { lockProposal } from '#domain/generation/rewrites/proposal.queries.ts';
import { discardLessons } from '#domain/generation/rewrites/accept-lessons.command.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';

/**
 * Discards a proposal, or its open rest. One that is still being written is stopped in the same transaction: after a crash in between it
 * would end, be charged and reappear. The course does not change. Repeating it changes nothing.
 * @returns whether it is discarded: false when it was already accepted completely
 * @throws ProductError not_found
 */
export async function discardProposal(given: { accountId: string; courseId: string; taskId: string }): Promise<{ discarded: boolean }> {
  const { accountId, courseId, taskId: runId } = given;
  const { discarded, live } = await transact(async (trx) => {
    const proposal = await lockProposal(trx, { accountId, courseId, runId });
    if (!proposal) throw notFound('proposal');
    if (proposal.settled === 'accepted') return { discarded: false, live: false };
    await discardLessons(trx, runId);
    const isLive = proposal.status === 'queued' || proposal.status === 'running';
    if (isLive) await cancelRunIn(trx, { runId, accountId, keep: false });
    return { discarded: true, live: isLive };
  });
  if (live) await afterCancel(runId);
  return { discarded };
}
