import type { Knex } from 'knex';
import { creditOperators } from '#domain/courses/versions/version.commands.ts';
import { database, transact } from '#domain/platform/database.ts';
import { laneLoads } from '#domain/platform/load/lane-load.queries.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { logger } from '#domain/platform/logger.ts';
import { amendRun } from '#domain/platform/runs/run.commands.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { BATCH_TRAITS, type BatchTask } from '#contract/operator/batches.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { endedOf, batchSums, openOf, type BatchSums } from './batch.queries.ts';
import { leftToCost } from './batch-budget.ts';
import { batchWork, type BatchRow, type Child, type LeasedItem } from './batch-work.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { acceptingAtMost } from '#domain/platform/accepted-price.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { declinesOperatorBatches } from '#domain/settings/settings.queries.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { judgeResults, settleDecisions, tellOwner } from './settle-decisions.command.ts';

/** Interval at which results, rules and free places are checked while a batch is active; takes effect at the next whole second. */
const NEXT_PASS_MS = 500;

/** Errors that affect all items, so that the batch pauses until it is resumed. */
const PAUSED_FOR: Partial<Record<ErrorCode, string>> = {
  'spend.install_cap': 'cap',
  'spend.user_cap': 'cap',
  'tokens.insufficient': 'tokens',
  'price.changed': 'budget',
};

/** SQL condition: a batch has work to do. */
const ACTIVE_BATCH = sql`batch.state in ('canary','running')
  or exists (select from batch_item item where item.batch_id = batch.run_id and item.state in ('leased','running','approving','discarding','rolling_back'))
  or exists (select from batch_item item where item.batch_id = batch.run_id and item.state = 'ready' and item.is_clean is null)
  or batch.state = 'done' and exists (select from run where run.id = batch.run_id and run.status = 'running')
     and not exists (select from batch_item item where item.batch_id = batch.run_id and item.state in ('ready','failed'))`;

/**
 * Advances every batch; announces itself each second while there is one, in any number of processes. Records the results of children,
 * checks the rules, leases as many items as window and budget allow, starts them, and applies operators' decisions. All state is in the
 * database, so after a crash at any point another process continues. While a lane is full, nothing is started.
 * @returns number of items started
 */
export async function advanceBatches(): Promise<number> {
  const active = await database()('batch').where(expression(database(), ACTIVE_BATCH)).orderBy('created_at').select('run_id');
  // queued work has priority, above all that of learners
  const isFull = active.length > 0 && (await laneLoads()).some((load) => load.isFull);
  let begun = 0;
  for (const { run_id: batchId } of active) {
    try {
      begun += await pumpBatch(batchId, isFull);
    } catch (error) {
      // one failing batch must not block the others
      logger().error({ err: error, batch_id: batchId }, 'batch: could not advance, retrying');
    }
  }
  if (active.length > 0) await announceJob(database(), 'batches', { dueAt: new Date(Date.now() + NEXT_PASS_MS) });
  return begun;
}

async function pumpBatch(batchId: string, isFull: boolean): Promise<number> {
  const leased = await transact((trx) => lease(trx, batchId, isFull));
  if (leased === null) return 0;
  let begun = 0;
  for (const item of leased.items) begun += (await beginItem(leased.batch, item)) ? 1 : 0;
  await judgeResults(batchId);
  await settleDecisions(batchId);
  return begun;
}

/** Leases items. @returns null when another process holds the batch */
async function lease(trx: Knex.Transaction, batchId: string, isFull: boolean): Promise<{ batch: BatchRow; items: LeasedItem[] } | null> {
  // stopping a run locks the run first and its batch afterwards
  const [batch] = await rowsOf<BatchRow>(
    trx,
    sql`select batch.* from run join batch on batch.run_id = run.id where run.id = ${batchId} for no key update of run, batch skip locked`,
  );
  if (!batch) return null;
  await noteEnds(trx, batchId);
  const sums = await batchSums(batchId, trx);
  const decision = decide(batch, sums, new Date());
  if (decision.state !== batch.state) await change(trx, batch, decision);
  if (decision.begin > 0 && !isFull) await leaseItems(trx, batch, decision.begin, sums);
  await closeWhenDone(trx, batch, await batchSums(batchId, trx));
  const items = await trx('batch_item').where({ batch_id: batchId, state: 'leased' }).orderBy('position');
  return {
    batch,
    items: items.map((item) => ({
      courseId: item.course_id,
      accountId: item.account_id,
      lessonIds: item.lesson_ids,
      places: item.places,
      attempt: item.attempt,
    })),
  };
}

/** Results that need no decision because they overwrite nothing. */
const liveAtOnce = (): BatchTask[] => (Object.keys(BATCH_TRAITS) as BatchTask[]).filter((what) => !BATCH_TRAITS[what].isDecided);

/** Records the results of ended children. Results that need no decision are already live; their owners are informed. */
async function noteEnds(trx: Knex.Transaction, batchId: string): Promise<void> {
  const isLive = sql`batch.what = any(${liveAtOnce()}::text[])`;
  const ended = await rowsOf<EndedItem>(
    trx,
    sql`update batch_item item set
       state = case child.status when 'completed' then case when ${isLive} then 'approved' else 'ready' end
                                 when 'failed' then 'failed' else 'cancelled' end,
       reason = child.error_code,
       is_clean = case when child.status = 'completed' and ${isLive} then true end,
       published_version = case when ${isLive}
         then (select max(number) from course_version version where version.course_id = item.course_id and version.run_id = child.id) end
      from run child, batch, course
     where item.batch_id = ${batchId} and item.state = 'running' and batch.run_id = item.batch_id and child.id = item.child_id
       and course.id = item.course_id and child.status in ('completed','failed','cancelled')
    returning item.state, item.course_id, item.account_id, item.child_id, batch.creator_id, batch.name, course.title`,
  );
  for (const item of ended) {
    if (item.state !== 'approved' || item.creator_id !== null) continue;
    await creditOperators(trx, item.child_id, item.name);
    await tellOwner(trx, item, 'operator.added');
  }
}

interface EndedItem {
  readonly state: string;
  readonly course_id: string;
  readonly account_id: string;
  readonly child_id: string;
  readonly creator_id: string | null;
  /** Name of the batch. */
  readonly name: string;
  readonly title: string;
}

async function change(trx: Knex.Transaction, batch: BatchRow, decision: ReturnType<typeof decide>): Promise<void> {
  await trx('batch')
    .where({ run_id: batch.run_id })
    .update({
      state: decision.state,
      paused_for: decision.pausedFor,
      resumes_to: decision.state === 'paused' ? batch.state : null,
      ended_at: decision.state === 'done' ? trx.fn.now() : null,
    });
  if (decision.state === 'paused')
    await recordEvent(
      trx,
      batch.run_id,
      'batch.paused',
      toSentence('The batch was paused automatically: {rule}.', { rule: decision.pausedFor ?? '' }),
    );
}

/**
 * Leases the next items: one per owner before any owner's second, and only while the maximum cost of each fits into the remaining budget.
 */
async function leaseItems(trx: Knex.Transaction, batch: BatchRow, count: number, { spent, reserved, items }: BatchSums): Promise<void> {
  // creators pay by the price list, course by course, and never more in total than they accepted (`leftToCost`)
  const left = batch.creator_id === null ? batch.budget_micro_usd - spent - reserved : Number.MAX_SAFE_INTEGER;
  const leased = await rowsOf(
    trx,
    sql`update batch_item item set state = 'leased', attempt = attempt + 1
       from (select course_id, sum(worst_micro_usd) over (order by turn, position) as needed
               from (select course_id, worst_micro_usd, position, row_number() over (partition by account_id order by position) as turn
                       from batch_item where batch_id = ${batch.run_id} and state = 'pending') waiting
              order by turn, position limit ${count}) next
      where item.batch_id = ${batch.run_id} and item.course_id = next.course_id and next.needed <= ${left}::float8
     returning item.course_id`,
  );
  // running items may cost less than their maximum, and then free part of the budget
  if (leased.length > 0 || items.leased + items.running > 0) return;
  await change(trx, batch, { state: 'paused', pausedFor: 'budget', begin: 0 });
}

/** Ends the run of a batch once everything is decided. */
async function closeWhenDone(trx: Knex.Transaction, { run_id: runId }: BatchRow, sums: BatchSums): Promise<void> {
  const { items } = sums;
  const run = await trx('run').where({ id: runId }).first('status', 'progress');
  if (run!.status !== 'running') return;
  const total = Object.values(items).reduce((sum, count) => sum + count, 0);
  const progress = total === 0 ? 0 : Math.floor((endedOf(sums) / total) * 99);
  if (progress > run!.progress) await amendRun(trx, runId, { progress });
  if (openOf(sums) > 0) return;
  await completeRun(trx, { runId, result: items });
}

interface Decision {
  readonly state: BatchRow['state'];
  readonly pausedFor: 'budget' | 'failures' | 'cost' | 'quality' | null;
  /** Number of items that may start now. */
  readonly begin: number;
}

/** Minimum number of results for judging a share. */
const ENOUGH = 5;

/**
 * Decides the next step of a batch from its rows alone. The canary runs first and then waits for an operator; too many failures, costs or
 * findings pause the batch; the window grows with the number of ended items, so that a fault affects few courses.
 */
function decide(batch: BatchRow, sums: BatchSums, now: Date): Decision {
  const { items } = sums;
  const stay = (begin = 0): Decision => ({ state: batch.state, pausedFor: null, begin });
  if (batch.state !== 'canary' && batch.state !== 'running') return { ...stay(), pausedFor: batch.paused_for as Decision['pausedFor'] };
  const broken = brokenRule(batch, sums);
  if (broken) return { state: 'paused', pausedFor: broken, begin: 0 };
  const live = items.leased + items.running;
  const ended = endedOf(sums);
  const isCanary = batch.state === 'canary';
  const most = isCanary ? Math.max(0, batch.canary - ended - live) : items.pending;
  if (live === 0 && (items.pending === 0 || (isCanary && most === 0)))
    return { state: items.pending === 0 ? 'done' : 'review', pausedFor: null, begin: 0 };
  if (!isHour(batch, now)) return stay();
  // items that wait at a vendor for hours are sent together: a window that grows with results would never grow
  const window = batch.by_vendor_batch ? Infinity : isCanary ? batch.at_once : Math.min(batch.at_once, Math.max(1, ended));
  return stay(Math.max(0, Math.min(most, items.pending, window - live)));
}

/** Returns the rule that a batch has broken, if any, judged by the results since the last review. */
function brokenRule(batch: BatchRow, sums: BatchSums): Decision['pausedFor'] {
  const { results, failed, unclean, spent, expected } = sums.judged;
  const enough = batch.state === 'canary' ? Math.min(ENOUGH, batch.canary) : ENOUGH;
  if (results < Math.max(1, enough)) return null;
  if (failed / results > batch.most_failures) return 'failures';
  if (expected > 0 && spent > batch.most_cost_drift * expected) return 'cost';
  if (unclean / results > batch.most_unclean) return 'quality';
  return null;
}

/** Tells whether the time is within a batch's hours, UTC, which may span midnight. */
function isHour({ from_hour: from, until_hour: until }: BatchRow, now: Date): boolean {
  if (from === null || until === null || from === until) return true;
  const hour = now.getUTCHours();
  return from < until ? hour >= from && hour < until : hour >= from || hour < until;
}

/**
 * Starts an item's child run. The idempotency key makes it one run, however often it is tried: a process may crash before it has stored the
 * child.
 * @returns whether it was started
 */
async function beginItem(batch: BatchRow, item: LeasedItem): Promise<boolean> {
  const note = (changes: object) =>
    database()('batch_item')
      .where({ batch_id: batch.run_id, course_id: item.courseId, state: 'leased', attempt: item.attempt })
      .update(changes);
  try {
    if (batch.creator_id === null && (await declinesOperatorBatches(item.accountId))) throw new ProductError('course.owner_opted_out');
    const most = batch.creator_id === null ? null : await leftToCost(database(), batch);
    const child = await acceptingAtMost(most, () => childOf(batch, item));
    if (child.runId === null) {
      await note({ state: 'skipped', reason: 'nothing_to_do' });
      return false;
    }
    const { runId, prints } = child;
    return (await note({ state: 'running', child_id: runId, reason: null, ...(prints && { base_prints: JSON.stringify(prints) }) })) > 0;
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const pausedFor = PAUSED_FOR[error.code];
    if (pausedFor) {
      await note({ state: 'pending' });
      await database()('batch')
        .where({ run_id: batch.run_id })
        .whereIn('state', ['canary', 'running'])
        .update({ state: 'paused', paused_for: pausedFor, resumes_to: database().ref('state') });
    } else await note({ state: 'skipped', reason: error.code });
    return false;
  }
}

const childOf = (batch: BatchRow, item: LeasedItem): Promise<Child> =>
  batchWork(batch.what).start(batch, item, {
    accountId: item.accountId,
    courseId: item.courseId,
    requestId: batch.run_id,
    idempotencyKey: `batch-${batch.run_id}-${item.courseId}-${item.attempt}`,
    batchId: batch.run_id,
    ownerPays: batch.creator_id !== null,
  });
