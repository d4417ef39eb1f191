import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { byKind, runCalls, runKinds } from './engine.ts';
import { recordEvent } from './run-event.ts';
import { readUsage } from './run-usage.queries.ts';
import type { Run } from './run.model.ts';

/** Runs pruned per batch, each in its own transaction, so that locks are short. */
const BATCH = 200;

/**
 * Prunes the details of old runs: vendor calls, log and step outputs, `keepRunDetailsDays` after the run ended. The run, its figures, the
 * states of its steps and its kind's own tables stay, so lists and results read as before. Failed runs are deleted completely after
 * `keepFailedRunsDays`; their number and usage stay in `run_total`. Safe from several processes at once.
 * @returns the number of pruned runs, and of deleted runs
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

/** Prunes a batch of each. `isMore`: one of the batches was full. */
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
  const calls = await runCalls().prune(detailDays, BATCH);
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
    await runCalls().pruneOf(trx, runId);
    await trx('run_event').where({ run_id: runId }).del();
    await rowsOf(
      trx,
      sql`update step set output = null, fallback = null, payload = null, input_hash = null, call_begun = null
         from run where run.id = step.run_id and run.id = ${runId} and not coalesce(${byKind((kind) => kind.keepsOutput)}, false)`,
    );
    await recordEvent(trx, runId, 'run.pruned', toSentence('This ended long ago, so the report has been archived.'));
    return true;
  });
}

/** Deletes runs; their number and usage stay in `run_total`. Runs with children stay: the children may have delivered something. */
const deleting = (which: Sql): Sql => sql`with gone as (
    delete from run where id in (
      select id from run where ${which} and not exists (select from run child where child.parent_id = run.id) for update skip locked)
    returning id, kind, status, finished_at, figures
  ), counted as (
    insert into run_total as total (day, kind, status, runs, calls, cost_micro_usd)
    select (finished_at at time zone 'utc')::date, kind, status, count(*),
           sum(greatest(used.calls, coalesce((figures #>> '{total,calls}')::int, 0))),
           sum(greatest(used.cost, coalesce((figures #>> '{total,known_cost_micro_usd}')::bigint, 0)))
      from gone, lateral (
        select count(*) as calls, coalesce(sum(cost_micro_usd), 0) as cost from vendor_call where run_id = gone.id) used
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (day, kind, status) do update set runs = total.runs + excluded.runs, calls = total.calls + excluded.calls,
      cost_micro_usd = total.cost_micro_usd + excluded.cost_micro_usd
  )
  select id from gone`;

/** Deletes at most `most` pruned runs that delivered nothing and ended this many days ago. @returns the number of deleted runs */
async function deleteRuns(days: number, most: number): Promise<number> {
  const deleted = await rowsOf<Pick<Run, 'id'>>(
    database(),
    deleting(sql`id in (select id from run
      where pruned_at is not null and status in ('failed','cancelled') and finished_at < now() - ${days} * interval '1 day'
        and not exists (select from run child where child.parent_id = run.id) limit ${most})`),
  );
  return deleted.length;
}

/** Deletes one run, in the transaction that holds its row. @returns false when it has children */
export async function deleteRun(trx: Knex.Transaction, runId: string): Promise<boolean> {
  const deleted = await rowsOf<Pick<Run, 'id'>>(trx, deleting(sql`id = ${runId}`));
  return deleted.length > 0;
}
