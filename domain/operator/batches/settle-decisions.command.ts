import type { Knex } from 'knex';
import type { BatchTask } from '#contract/operator/batches.contract.ts';
import { acceptProposal, discardProposal } from '#domain/generation/proposals/proposal.commands.ts';
import type { CourseLanguage } from '#domain/translation/courses/course-translations.queries.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { declinesOperatorBatches } from '#domain/settings/settings.queries.ts';
import { batchWork } from './batch-work.ts';
import { differencesOf } from './batch.queries.ts';
import type { BatchItem } from './batch.model.ts';

/** Items per pass; the pass of the next second continues. */
const AT_A_TIME = 20;

interface Item {
  readonly batch_id: string;
  readonly course_id: string;
  readonly account_id: string;
  readonly lesson_ids: readonly string[];
  readonly child_id: string;
  readonly state: BatchItem['state'];
  readonly base_prints: Readonly<Record<string, string>> | null;
  readonly overwrites: boolean;
  readonly published_version: number | null;
  /** Name of the batch. */
  readonly into_language: CourseLanguage | null;
  readonly what: BatchTask;
  readonly batch_name: string;
  readonly creator_id: string | null;
  readonly title: string;
}

/** Records for new results how similar they are to the live lessons, and whether all were written and checked without a finding. */
export async function judgeResults(batchId: string): Promise<void> {
  const items = await database()('batch_item')
    .where({ batch_id: batchId, state: 'ready' })
    .whereNull('is_clean')
    .whereNotNull('child_id')
    .orderBy('position')
    .limit(AT_A_TIME);
  for (const item of items) {
    const differences = await differencesOf({ childId: item.child_id!, courseId: item.course_id, accountId: item.account_id });
    const isWhole = differences !== null && differences.length === item.lesson_ids.length;
    await noteOf(item, {
      // its owner may have decided meanwhile, as for any proposal for their course
      ...(differences === null && { state: 'skipped', reason: 'run.not_waiting' }),
      similarity: differences === null ? null : Math.min(1, ...differences.map(({ similarity }) => similarity)),
      is_clean: isWhole && differences.every(({ notes, is_reviewed: isChecked }) => notes.length === 0 && isChecked),
    });
  }
}

/** Applies operators' decisions. Each result is settled in a repeatable transaction of its own. */
export async function settleDecisions(batchId: string): Promise<void> {
  const items: Item[] = await database()('batch_item')
    .join('batch', 'batch.run_id', 'batch_item.batch_id')
    .join('course', 'course.id', 'batch_item.course_id')
    .where({ batch_id: batchId })
    .whereIn('batch_item.state', ['approving', 'discarding', 'rolling_back'])
    .orderBy('position')
    .limit(AT_A_TIME)
    .select('batch_item.*', 'batch.into_language', 'batch.what', 'batch.creator_id', 'course.title', { batch_name: 'batch.name' });
  for (const item of items) {
    try {
      await noteOf(item, await settled(item));
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      await noteOf(item, { state: item.state === 'rolling_back' ? 'approved' : 'ready', reason: error.code });
    }
  }
}

async function settled(item: Item): Promise<object> {
  const proposal = { accountId: item.account_id, courseId: item.course_id, taskId: item.child_id };
  const operatorReason = item.creator_id === null ? item.batch_name : undefined;
  if (item.state === 'approving') {
    if (item.creator_id === null && (await declinesOperatorBatches(item.account_id))) throw new ProductError('course.owner_opted_out');
    // accepting it again changes nothing, and its version is found by the run
    await acceptProposal({ ...proposal, operatorReason, ...(!item.overwrites && item.base_prints && { basePrints: item.base_prints }) });
    await transact((trx) => tellOwner(trx, item, 'operator.rewrote'));
    return { state: 'approved', reason: null, published_version: await versionOf(item) };
  }
  if (item.state === 'discarding') {
    const { discarded } = await discardProposal(proposal);
    return discarded
      ? { state: 'discarded', reason: null }
      : { state: 'approved', reason: 'accepted_by_owner', published_version: await versionOf(item) };
  }
  const reason = await batchWork(item.what).takeBack({ ...item, operatorReason });
  await transact((trx) => tellOwner(trx, item, 'operator.took_back'));
  return { state: 'rolled_back', reason };
}

type NotifiedItem = Pick<Item, 'account_id' | 'course_id' | 'child_id' | 'creator_id' | 'title'>;

/** Notifies an owner of what an operator's batch did to their course, once for each result. */
export async function tellOwner(
  trx: Knex.Transaction,
  item: NotifiedItem,
  kind: 'operator.rewrote' | 'operator.added' | 'operator.took_back',
): Promise<void> {
  if (item.creator_id !== null) return;
  const { account_id: accountId, course_id: courseId, child_id: childId, title: subject } = item;
  await addNotification(trx, { accountId, kind, cause: `${kind}:${childId}`, subject, courseId });
}

/** Returns the newest version that this item's child run made live. */
async function versionOf({ course_id: courseId, child_id: childId }: Item): Promise<number | null> {
  const row = await database()('course_version').where({ course_id: courseId, run_id: childId }).max({ number: 'number' }).first();
  return row?.number ?? null;
}

const noteOf = ({ batch_id, course_id, state }: Pick<BatchItem, 'batch_id' | 'course_id' | 'state'>, changes: object) =>
  database()('batch_item').where({ batch_id, course_id, state }).update(changes);
