import type { Knex } from 'knex';
import { ITEM_STATES, type Batch, type BatchAct, type BatchItem, type ItemState } from '#contract/operator/batches.contract.ts';
import { isChecked } from '#domain/courses/content/course-content.queries.ts';
import { liveLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { toldToCaller } from '#domain/identity/age/age-eligibility.queries.ts';
import { database } from '#domain/platform/database.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { notFound } from '#domain/platform/errors.ts';
import { changesIn } from '#domain/courses/versions/version.queries.ts';
import { openProposals } from '#domain/generation/rewrites/proposal.queries.ts';
import { isOverBudget } from './batch-budget.ts';
import type { BatchRow } from './batch-work.ts';

const PAGE = 50;
const SHOWN = 50;

/** Results judged by a batch's rules: those since an operator last reviewed and continued it. */
interface JudgedSums {
  readonly results: number;
  readonly failed: number;
  readonly unclean: number;
  /** Their cost and their expected cost, 1e-6 US dollars. */
  readonly spent: number;
  readonly expected: number;
}

/** Results and spending of a batch. */
export interface BatchSums {
  readonly items: Readonly<Record<ItemState, number>>;
  readonly spent: number;
  /** Maximum cost of the running items. */
  readonly reserved: number;
  readonly judged: JudgedSums;
  /** Units of the approved items. */
  readonly liveUnits: number;
}

/** SQL condition: an item's result is complete: it was written and has passed through our own checks, or it failed. */
const HAS_RESULT = sql`(state not in ('pending','leased','running','skipped','cancelled') and not (state = 'ready' and is_clean is null))`;

/** Marks ended results as reviewed: the rules judge only later results. The caller's transaction locks the batch. */
export async function markSeen(trx: Knex.Transaction, batchId: string): Promise<void> {
  const { judged } = await batchSums(batchId, trx);
  await rowsOf(trx, sql`update batch_item set is_seen = true where batch_id = ${batchId} and not is_seen and ${HAS_RESULT}`);
  await trx('batch').where({ run_id: batchId }).increment({ seen_micro_usd: judged.spent }).update({ seen_at: trx.fn.now() });
}

/** Computes the sums from the items and their children's calls, so that nothing is stored twice. */
export async function batchSums(batchId: string, store: Knex = database()): Promise<BatchSums> {
  // one after another, because inside a transaction they share a connection
  const states = await rowsOf<StateSums>(
    store,
    sql`select state, count(*)::int as count, sum(worst_micro_usd)::float8 as worst,
              sum(cardinality(lesson_ids) + cardinality(places))::int as units,
              count(*) filter (where ${HAS_RESULT} and not is_seen)::int as results,
              count(*) filter (where ${HAS_RESULT} and not is_seen and is_clean = false)::int as unclean,
              coalesce(sum(expected_micro_usd) filter (where ${HAS_RESULT} and not is_seen), 0)::float8 as expected
         from batch_item where batch_id = ${batchId} group by state`,
  );
  // unfinished items have only part of their cost, so the rules do not judge them yet
  const [spent] = await rowsOf<{ spent: number; of_results: number }>(
    store,
    sql`select coalesce(sum(cost.micro_usd), 0)::float8 as spent,
              coalesce(sum(cost.micro_usd) filter (where not exists (
                select from batch_item item where item.batch_id = child.parent_id and item.child_id = child.id
                   and (item.state = 'running' or item.state = 'ready' and item.is_clean is null))), 0)::float8 as of_results
            from run child join run_cost cost on cost.run_id = child.id where child.parent_id = ${batchId}`,
  );
  const batch = await store('batch').where({ run_id: batchId }).first('seen_micro_usd');
  const sumOf = (state: ItemState, column: Exclude<keyof StateSums, 'state'>): number =>
    states.find((row) => row.state === state)?.[column] ?? 0;
  const sumOfAll = (column: Exclude<keyof StateSums, 'state'>): number => states.reduce((sum, row) => sum + row[column], 0);
  const items = Object.fromEntries(ITEM_STATES.map((state) => [state, sumOf(state, 'count')])) as Record<ItemState, number>;
  return {
    items,
    spent: spent!.spent,
    reserved: sumOf('leased', 'worst') + sumOf('running', 'worst'),
    judged: {
      results: sumOfAll('results'),
      failed: sumOf('failed', 'results'),
      unclean: sumOfAll('unclean'),
      spent: Math.max(0, spent!.of_results - (batch?.seen_micro_usd ?? 0)),
      expected: sumOfAll('expected'),
    },
    liveUnits: sumOf('approved', 'units'),
  };
}

interface StateSums {
  readonly state: ItemState;
  readonly count: number;
  readonly worst: number;
  readonly units: number;
  readonly results: number;
  readonly unclean: number;
  readonly expected: number;
}

/** Returns the number of items whose writing has ended, successfully or not. */
export const endedOf = ({ items }: BatchSums): number =>
  ITEM_STATES.filter((state) => !['pending', 'leased', 'running'].includes(state)).reduce((sum, state) => sum + items[state], 0);

const totalOf = ({ items }: BatchSums): number => ITEM_STATES.reduce((sum, state) => sum + items[state], 0);

/** Returns the seconds left at the current pace; null before the first result, and when nothing is left. */
function etaOf({ started_at: from, ended_at: until }: BatchRow, sums: BatchSums): number | null {
  const [ended, left] = [endedOf(sums), totalOf(sums) - endedOf(sums)];
  const elapsed = from ? ((until ?? new Date()).getTime() - from.getTime()) / 1000 : 0;
  return ended === 0 || left === 0 ? null : (elapsed / ended) * left;
}

/** Returns the number of items that still keep a batch's run from ending. */
export const openOf = ({ items }: BatchSums): number =>
  items.pending + items.leased + items.running + items.ready + items.approving + items.discarding + items.failed;

/** Returns a batch's state as shown: done only once its run has ended. */
const shownState = ({ state }: Pick<BatchRow, 'state'>, sums: BatchSums): Batch['state'] =>
  state === 'done' && openOf(sums) > 0 ? 'deciding' : state;

/** Returns the actions possible on a batch now. */
export function actsOf({ state }: Pick<BatchRow, 'state'>, { items }: BatchSums): BatchAct[] {
  const acts: BatchAct[] = [];
  if (state === 'planned') acts.push('start');
  if (state === 'review') acts.push('continue');
  if (state === 'canary' || state === 'running') acts.push('pause');
  if (state === 'canary' || state === 'running' || (state === 'paused' && items.running > 0)) acts.push('halt');
  if (state === 'paused') acts.push('resume');
  if (state !== 'done' && state !== 'cancelled') acts.push('set_limits', 'cancel');
  if (items.failed > 0 && state !== 'cancelled' && state !== 'planned') acts.push('retry_failed');
  if (items.ready > 0) acts.push('approve');
  if (items.ready > 0 || (state === 'done' && items.failed > 0)) acts.push('discard');
  if (items.approved > 0) acts.push('rollback');
  return acts;
}

/** Returns a batch. @throws ProductError not_found */
export async function readBatch(batchId: string, store: Knex = database()): Promise<Batch> {
  const row: BatchRow | undefined = await store('batch').where({ run_id: batchId }).first();
  if (!row) throw notFound('batch');
  return toBatch(row, await batchSums(batchId, store));
}

/** Lists the newest batches, with their sums. */
export async function listBatches(): Promise<Batch[]> {
  const rows: BatchRow[] = await database()('batch').orderBy('created_at', 'desc').orderBy('run_id', 'desc').limit(SHOWN);
  return Promise.all(rows.map(async (row) => toBatch(row, await batchSums(row.run_id))));
}

/** Returns the part of a batch that both operators and creators see. */
export const batchView = (row: BatchRow, sums: BatchSums) => ({
  batch_id: row.run_id,
  name: row.name,
  what: row.what,
  into_language: row.into_language,
  instruction: row.instruction,
  state: shownState(row, sums),
  paused_for: row.paused_for,
  items: sums.items,
  total: totalOf(sums),
  eta_s: etaOf(row, sums),
  limits: { most_failures: row.most_failures, most_unclean: row.most_unclean },
  judged: {
    results: sums.judged.results,
    failed: sums.judged.failed,
    unclean: sums.judged.unclean,
    since: row.seen_at?.toISOString() ?? null,
  },
  created_at: row.created_at.toISOString(),
  acts: actsOf(row, sums),
});

function toBatch(row: BatchRow, sums: BatchSums): Batch {
  const { limits, judged, ...view } = batchView(row, sums);
  const { spent, expected } = sums.judged;
  return {
    ...view,
    limits: { ...limits, most_cost_drift: row.most_cost_drift },
    judged: { ...judged, cost_drift: expected === 0 ? null : spent / expected },
    live: { courses: sums.items.approved, units: sums.liveUnits },
    at_once: row.at_once,
    by_vendor_batch: row.by_vendor_batch,
    canary: row.canary,
    budget_micro_usd: row.budget_micro_usd,
    spent_micro_usd: sums.spent,
    reserved_micro_usd: sums.reserved,
    over_budget: row.creator_id === null && row.state === 'planned' && isOverBudget(row.budget_micro_usd, row.estimate),
    estimate: row.estimate,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    creator_id: row.creator_id,
  };
}

interface ItemRow extends Omit<BatchItem, 'owner_email' | 'lessons' | 'cost_micro_usd'> {
  /** Null when the caller is a key that may not see the owner. */
  readonly email: string | null;
  readonly lesson_ids: readonly string[];
  readonly places: readonly string[];
  /** Null when no calls were made for it yet. */
  readonly micro_usd: number | null;
}

/** Lists a page of a batch's items, in starting order. */
export async function listItems(batchId: string, { state, page }: { state?: ItemState | undefined; page: number }): Promise<BatchItem[]> {
  const rows: ItemRow[] = await database()({ item: 'batch_item' })
    .join('course', 'course.id', 'item.course_id')
    .join('account', 'account.id', 'item.account_id')
    .leftJoin({ cost: 'run_cost' }, 'cost.run_id', 'item.child_id')
    .where('item.batch_id', batchId)
    .modify((items) => void (state && items.where('item.state', state)))
    .orderBy('item.position')
    .offset(page * PAGE)
    .limit(PAGE)
    .select(
      'item.*',
      'course.title',
      'cost.micro_usd',
      expression(database(), sql`case when ${toldToCaller(sql`account.id`)} then account.email end as email`),
    );
  return rows.map((row) => ({
    course_id: row.course_id,
    title: row.title,
    owner_email: row.email ?? '',
    lessons: row.lesson_ids.length + row.places.length,
    state: row.state,
    reason: row.reason,
    attempt: row.attempt,
    child_id: row.child_id,
    similarity: row.similarity,
    is_clean: row.is_clean,
    expected_micro_usd: row.expected_micro_usd,
    cost_micro_usd: row.micro_usd ?? 0,
    published_version: row.published_version,
  }));
}

export interface Difference {
  readonly lesson_id: string;
  readonly title: string;
  /** Null when the course no longer has it. */
  readonly live: string | null;
  readonly proposed: string;
  readonly similarity: number;
  readonly notes: string[];
  readonly is_reviewed: boolean;
}

/** Returns a child's proposal beside the live text, lesson by lesson, or null when the proposal is gone. */
export async function differencesOf(item: { childId: string; courseId: string; accountId: string }): Promise<Difference[] | null> {
  const [proposals, lessons] = await Promise.all([
    openProposals({ accountId: item.accountId, courseId: item.courseId }),
    liveLessons(item.courseId),
  ]);
  const proposal = proposals.find(({ runId }) => runId === item.childId);
  if (!proposal) return null;
  const live = new Map(lessons.map((lesson) => [lesson.lesson_id, lesson]));
  return proposal.lessons.map(({ content }) => {
    const old = live.get(content.lesson_id)?.content ?? null;
    return {
      lesson_id: content.lesson_id,
      title: content.title,
      live: old,
      proposed: content.content,
      similarity: similarityOf(old ?? '', content.content),
      notes: [...content.notes],
      is_reviewed: isChecked(content),
    };
  });
}

/** Returns the differences for one course of a batch: its proposals, or its applied changes. @throws ProductError not_found */
export async function differencesInBatch(batchId: string, courseId: string): Promise<Difference[]> {
  const item = await database()('batch_item')
    .where({ batch_id: batchId, course_id: courseId })
    .first('child_id', 'account_id', 'published_version');
  if (!item) throw notFound('course');
  if (item.published_version !== null) return changedBy(courseId, item.published_version);
  if (!item.child_id) return [];
  return (await differencesOf({ childId: item.child_id, courseId, accountId: item.account_id })) ?? [];
}

async function changedBy(courseId: string, number: number): Promise<Difference[]> {
  const changes = await changesIn({ courseId, number });
  return changes.map(({ before, after }) => ({
    lesson_id: after.lesson_id,
    title: after.title,
    live: before?.content ?? null,
    proposed: after.content,
    similarity: similarityOf(before?.content ?? '', after.content),
    notes: [...after.notes],
    is_reviewed: isChecked(after),
  }));
}

/** Returns the similarity of two texts, 0 to 1: twice their common words divided by all words. */
export function similarityOf(one: string, other: string): number {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  const total = left.length + right.length;
  if (total === 0) return 1;
  const counts = new Map<string, number>();
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of right) {
    const count = counts.get(word) ?? 0;
    if (count === 0) continue;
    counts.set(word, count - 1);
    shared += 1;
  }
  return (2 * shared) / total;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
