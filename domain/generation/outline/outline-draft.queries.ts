import type { OutlineDraft } from '#contract/generation/outline-draft.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/** Returns the learner's saved draft of the outline; null when there is none, or nothing is left to decide. @throws not_found */
export async function getOutlineDraft({ runId, accountId }: { runId: string; accountId: string }): Promise<{
  draft: OutlineDraft | null;
  version: number;
}> {
  if (!isUuid(runId)) throw notFound('run');
  const row = await database()('run')
    .leftJoin('outline_draft', 'outline_draft.run_id', 'run.id')
    .where('run.id', runId)
    .where('run.account_id', accountId)
    .first('outline_draft.draft', 'outline_draft.version');
  if (!row) throw notFound('run');
  return { draft: row.draft, version: row.version ?? 0 };
}
