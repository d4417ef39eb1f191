import type { Knex } from 'knex';
import type { OutlineDraft } from '#contract/generation/outline-draft.contract.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { lockRun } from '#domain/platform/runs/advance-run.command.ts';

interface Keeping {
  readonly runId: string;
  readonly accountId: string;
  readonly draft: OutlineDraft;
  /** The version this one is based on; 0 when none had been saved. */
  readonly baseVersion: number;
}

/**
 * Saves the learner's draft of an outline while the run waits for approval. An identical draft is no change, so a save whose answer was
 * lost may be repeated. It locks the run's row: once the outline was approved or the run stopped, no draft is saved.
 *
 * @returns the current version
 * @throws ProductError not_found; run.not_waiting; course.version_conflict when another device has saved a draft since
 */
export async function keepOutlineDraft({ runId, accountId, draft, baseVersion }: Keeping): Promise<{ version: number }> {
  if (!isUuid(runId)) throw notFound('run');
  return transact(async (trx) => {
    await lockRun(trx, runId);
    const run = await trx('run').where({ id: runId, account_id: accountId }).first('status', 'stage');
    if (!run) throw notFound('run');
    if (run.status !== 'running' || run.stage !== 'approval') throw new ProductError('run.not_waiting');
    const json = JSON.stringify(draft);
    const stored = await trx('outline_draft')
      .where({ run_id: runId })
      .first<{ version: number; is_same: boolean } | undefined>('version', expression(trx, sql`draft = ${json}::jsonb as is_same`));
    const version: number = stored?.version ?? 0;
    if (stored?.is_same) return { version };
    if (version !== baseVersion) throw new ProductError('course.version_conflict');
    await rowsOf(
      trx,
      sql`insert into outline_draft (run_id, version, draft) values (${runId}, 1, ${json}::jsonb)
          on conflict (run_id) do update set version = outline_draft.version + 1, draft = excluded.draft, updated_at = clock_timestamp()`,
    );
    return { version: version + 1 };
  });
}

/** Returns the version of the saved draft; 0 when there is none. */
export async function savedVersion(trx: Knex.Transaction, runId: string): Promise<number> {
  return (await trx('outline_draft').where({ run_id: runId }).first('version'))?.version ?? 0;
}

/** Deletes the draft when the outline is approved or its run ends, in the same transaction. */
export async function dropOutlineDraft(trx: Knex.Transaction, runId: string): Promise<void> {
  await trx('outline_draft').where({ run_id: runId }).delete();
}
