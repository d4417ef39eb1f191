import type { Knex } from 'knex';
import type { OutlineDraft } from '#contract/generation/outline-draft.contract.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { lockRun } from '#domain/platform/runs/advance-run.command.ts';

interface Keeping {
  readonly runId: string;
  readonly accountId: string;
  readonly draft: OutlineDraft;
  /** The version this one was made from; 0 when none had been kept. */
  readonly baseVersion: number;
}

/**
 * Keeps an outline as its learner has it now, while the run waits for it. What is kept already is no change, so a save whose answer was lost
 * may be sent again. Holds the run's row: what was accepted or stopped meanwhile gets no draft any more.
 *
 * @returns the version it is now
 * @throws ProductError not_found; run.not_waiting; course.version_conflict when another device has kept something since
 */
export async function keepOutlineDraft({ runId, accountId, draft, baseVersion }: Keeping): Promise<{ version: number }> {
  if (!isUuid(runId)) throw notFound('run');
  return transact(async (trx) => {
    await lockRun(trx, runId);
    const run = await trx('run').where({ id: runId, account_id: accountId }).first('status', 'stage');
    if (!run) throw notFound('run');
    if (run.status !== 'running' || run.stage !== 'approval') throw new ProductError('run.not_waiting');
    const json = JSON.stringify(draft);
    const kept = await trx('outline_draft')
      .where({ run_id: runId })
      .first('version', trx.raw('draft = ?::jsonb as is_same', [json]));
    const version: number = kept?.version ?? 0;
    if (kept?.is_same) return { version };
    if (version !== baseVersion) throw new ProductError('course.version_conflict');
    await trx.raw(
      `insert into outline_draft (run_id, version, draft) values (:runId, 1, :json)
       on conflict (run_id) do update set version = outline_draft.version + 1, draft = excluded.draft, updated_at = clock_timestamp()`,
      { runId, json },
    );
    return { version: version + 1 };
  });
}

/** @returns the version that is kept; 0 when none is */
export async function keptVersion(trx: Knex.Transaction, runId: string): Promise<number> {
  return (await trx('outline_draft').where({ run_id: runId }).first('version'))?.version ?? 0;
}

/** The outline is accepted, or its run has ended: in the same transaction. */
export async function dropOutlineDraft(trx: Knex.Transaction, runId: string): Promise<void> {
  await trx('outline_draft').where({ run_id: runId }).delete();
}
