import { toSentence } from '#contract/platform/sentence.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { deleteRuns } from './delete-runs.command.ts';
import { byKind, runKinds } from './engine.ts';
import { pruneCalls, pruneCallsOf } from '#domain/vendors/llm/prune-calls.command.ts';
import { recordEvent } from './run-event.ts';
import { readUsage } from './run-usage.queries.ts';
import type { Run } from './run.model.ts';

/** Runs pruned per batch, each in a transaction of its own, so locks are short. */
const BATCH = 200;

/**
 * Prunes the details of old runs: vendor calls, log and step outputs, `keepRunDetailsDays` after the run ended. The run, its figures, the
 * states of its steps and its kind's own tables stay: lists and results read as before. Failed runs are deleted completely after
 * `keepFailedRunsDays`; their number and usage stay in `run_total`. Safe from several processes at once.
 * @returns number of runs that lost their details, and of deleted runs
 */
export async function pruneRuns(): Promise<{ details: number; runs: number }> {
  const all = { details: 0, runs: 0 };
  for (let isMore = true; isMore;) {
    const batch = await pruneBatch();
    all.details += batch.details;
    all.runs += batch.runs;
    isMore = batch.isMore;
  }
  return all;
}

/** Prunes a batch of each. `isMore`: one was full. */
async function pruneBatch(): Promise<{ details: number; runs: number; isMore: boolean }> {
  const { detailDays, failedDays } = config().keepRuns;
  const runs = await rowsOf<Pick<Run, 'id'>>(
    database(),
    sql`select run.id from run
      where pruned_at is null and status in ('completed','failed','cancelled') and finished_at < now() - ${detailDays} * interval '1 day'
        and kind = any(${runKinds().map(({ name }) => name)}::text[])
        and not coalesce(${byKind((kind) => kind.keepsDetails)}, false)
      order by finished_at limit ${BATCH}`,
  );
  let details = 0;
  for (const { id } of runs) details += (await pruneDetails(id)) ? 1 : 0;
  const calls = await pruneCalls(detailDays, BATCH);
  const deleted = await deleteRuns(failedDays, BATCH);
  return { details, runs: deleted, isMore: [runs.length, calls, deleted].includes(BATCH) };
}

/** Prunes one run. @returns false when another process was faster */
async function pruneDetails(runId: string): Promise<boolean> {
  const { by_item: _, ...figures } = await readUsage(runId, 0);
  return transact(async (trx) => {
    const pruned = await trx('run')
      .where({ id: runId })
      .whereNull('pruned_at')
      .update({ pruned_at: trx.fn.now(), figures: JSON.stringify(figures) });
    if (pruned === 0) return false;
    await pruneCallsOf(trx, runId);
    await trx('run_event').where({ run_id: runId }).del();
    await rowsOf(
      trx,
      sql`update step set output = null, fallback = null, payload = null, input_hash = null, call_begun = null
         from run where run.id = step.run_id and run.id = ${runId} and not coalesce(${byKind((kind) => kind.keepsOutput)}, false)`,
    );
    await recordEvent(trx, runId, 'run.pruned', toSentence('It ended long ago: what it reported then was put away.'));
    return true;
  });
}
