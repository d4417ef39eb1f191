import type { ErrorCode } from '#contract/platform/errors.ts';
import { acceptingAtMost } from '#domain/platform/accepted-price.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { declinesOperatorBatches } from '#domain/settings/settings.queries.ts';
import { leftToCost } from './batch-budget.ts';
import { batchWork, type BatchRow, type Child, type LeasedItem } from './batch-work.ts';

/** Errors that affect all items: the batch pauses until it is resumed. */
const PAUSED_FOR: Partial<Record<ErrorCode, string>> = {
  'spend.install_cap': 'cap',
  'spend.user_cap': 'cap',
  'tokens.insufficient': 'tokens',
  'price.changed': 'budget',
};

/**
 * Starts an item's child. The idempotency key makes one run of it, however often it is tried: a process may crash before it has stored the
 * child.
 * @returns whether it was started
 */
export async function beginItem(batch: BatchRow, item: LeasedItem): Promise<boolean> {
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
