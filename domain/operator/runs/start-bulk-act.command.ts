import type { Knex } from 'knex';
import type { BulkAct, RunAct, RunFilter } from '#contract/operator/runs-console.contract.ts';
import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import { auditAct, type Operator } from '#domain/platform/operator-act.ts';
import { database, isDatabaseUnavailable, transact } from '#domain/platform/database.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { actOnRun } from './act-on-run.command.ts';
import { isEmpty, matching } from './run-filter.ts';

/** Maximum number of runs in a selection, which is stored in one statement. */
export const MOST_IN_BULK = 100_000;
/** Maximum number of skipped runs that are listed with reasons; their count is always complete. */
const MOST_NAMED = 100;
/** Number of runs that a worker processes before it checks for an abort. */
const AT_A_TIME = 20;

interface Bulk {
  readonly bulkId: string;
  readonly act: RunAct;
  readonly filter: RunFilter;
  /** Number of matches that the operator was shown. */
  readonly expected: number;
}

/**
 * Starts one action on every run that matches now; the selection is fixed. It happens once per id, however often it is requested. Audited,
 * once for all runs.
 * @throws ProductError validation.failed for an empty filter; operator.selection_changed when the number of matches differs
 */
export async function startBulkAct({ bulkId, act, filter, expected }: Bulk, operator: Operator): Promise<BulkAct> {
  if (isEmpty(filter))
    throw new ProductError('validation.failed', 'You cannot select everything at once.', {
      data: { errors: [{ path: 'filter', message: 'Must say something' }] },
    });
  await transact(async (trx) => {
    const added = await trx('bulk_act')
      .insert({ id: bulkId, account_id: operator.accountId, act, filter: JSON.stringify(filter), total: 0 })
      .onConflict('id')
      .ignore()
      .returning('id');
    if (added.length === 0) return;
    const chosen = trx('run')
      .leftJoin({ cost: 'run_cost' }, 'cost.run_id', 'run.id')
      .modify(await matching(filter, trx))
      .select(expression(trx, sql`${bulkId}::uuid`), 'run.id')
      .limit(MOST_IN_BULK + 1);
    await trx(expression(trx, sql`bulk_act_item (bulk_id, run_id)`)).insert(chosen);
    const { total } = await trx('bulk_act_item').where({ bulk_id: bulkId }).count({ total: '*' }).first<{ total: number }>();
    if (total !== expected || total > MOST_IN_BULK)
      throw new ProductError('operator.selection_changed', 'The number of matching runs has changed. Check the list again.');
    const state = total === 0 ? { state: 'done', ended_at: trx.fn.now() } : {};
    await trx('bulk_act')
      .where({ id: bulkId })
      .update({ total, ...state });
    await announceJob(trx, 'bulk-acts');
    await auditAct(trx, operator, { action: `runs.${act}`, subject: `bulk:${bulkId}`, after: { filter, total } });
  });
  return readBulkAct(bulkId);
}

/** Returns a bulk action. @throws ProductError not_found */
export async function readBulkAct(bulkId: string, store: Knex = database()): Promise<BulkAct> {
  const row = await store('bulk_act')
    .where({ id: bulkId })
    .first(
      '*',
      expression(store, sql`(select count(*)::int from bulk_act_item item where item.bulk_id = bulk_act.id and outcome = 'done') as done`),
      expression(
        store,
        sql`(select count(*)::int from bulk_act_item item
              where item.bulk_id = bulk_act.id and outcome is not null and outcome <> 'done') as refused`,
      ),
    );
  if (!row) throw notFound('bulk action');
  const { id, act, filter, state, total, done, refused, created_at: createdAt } = row;
  const leftAlone = await store({ item: 'bulk_act_item' })
    .leftJoin('run', 'run.id', 'item.run_id')
    .where('item.bulk_id', bulkId)
    .whereNot('item.outcome', 'done')
    .orderBy('item.run_id')
    .limit(MOST_NAMED)
    .select({ task_id: 'item.run_id', code: 'item.outcome' }, expression(store, sql`coalesce(run.title, run.subject) as subject`));
  return {
    left_alone: leftAlone.map((item: { task_id: string; subject: string | null; code: string }) => ({
      ...item,
      reason: reasonOf(item.code),
    })),
    bulk_id: id,
    act,
    filter,
    state,
    total,
    done,
    refused,
    created_at: createdAt.toISOString(),
  };
}

/** The sentence for an error code; an unknown code of another version is shown as it is. */
const reasonOf = (code: string): string => (code in ERRORS ? ERRORS[code as ErrorCode].title : code);

/** Aborts a bulk action; processed items are not undone. Audited. @throws ProductError not_found */
export async function abortBulkAct(bulkId: string, operator: Operator): Promise<BulkAct> {
  await transact(async (trx) => {
    const before = await readBulkAct(bulkId, trx);
    await trx('bulk_act').where({ id: bulkId, state: 'running' }).update({ state: 'aborted', ended_at: trx.fn.now() });
    const after = await readBulkAct(bulkId, trx);
    await auditAct(trx, operator, {
      action: 'runs.abort',
      subject: `bulk:${bulkId}`,
      before: { state: before.state, done: before.done },
      after: { state: after.state },
    });
  });
  return readBulkAct(bulkId);
}

/**
 * Continues bulk actions, in any number of processes, and announces itself while items remain. Each item is locked and processed in a
 * transaction of its own, so after a crash another process either finds it done or does it.
 * @returns number of runs processed
 */
export async function runBulkActions(): Promise<number> {
  const acts: { id: string; act: RunAct }[] = await database()('bulk_act')
    .where({ state: 'running' })
    .orderBy('created_at')
    .select('id', 'act');
  let count = 0;
  for (const { id, act } of acts) {
    for (let item = 0; item < AT_A_TIME && (await workItem(id, act)); item += 1) count += 1;
    await rowsOf(
      database(),
      sql`update bulk_act set state = 'done', ended_at = now() where id = ${id} and state = 'running'
             and not exists (select from bulk_act_item where bulk_id = bulk_act.id and outcome is null)`,
    );
  }
  if (count > 0) await announceJob(database(), 'bulk-acts');
  return count;
}

/** Processes one item. @returns false when no unlocked item is left, or the action was aborted */
const workItem = (bulkId: string, act: RunAct): Promise<boolean> =>
  transact(async (trx) => {
    const [item] = await rowsOf<{ run_id: string }>(
      trx,
      sql`select run_id from bulk_act_item item join bulk_act on bulk_act.id = item.bulk_id
           where bulk_id = ${bulkId} and outcome is null and state = 'running' order by run_id limit 1 for update of item skip locked`,
    );
    if (!item) return false;
    const outcome = await outcomeOf(item.run_id, act);
    await trx('bulk_act_item').where({ bulk_id: bulkId, run_id: item.run_id }).update({ outcome });
    return true;
  });

/** Returns `done`, or the error code. A failing item does not block the others. */
async function outcomeOf(runId: string, act: RunAct): Promise<string> {
  try {
    await actOnRun({ runId, act }, null);
    return 'done';
  } catch (error) {
    if (error instanceof ProductError) return error.code;
    if (isDatabaseUnavailable(error)) throw error;
    logger().error({ err: error, run_id: runId, act }, 'bulk act: a run could not be processed');
    return 'internal';
  }
}
