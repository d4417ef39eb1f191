import type { CreatorBatch, CreatorBatchItem } from '#contract/studio/creator-batches.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { batchSums, batchView, differencesInBatch, listItems, type Difference } from './batch.queries.ts';
import type { BatchRow } from './batch-work.ts';

const SHOWN = 50;

interface Owned {
  readonly creatorId: string;
  readonly batchId: string;
}

/** Checks ownership. @throws ProductError not_found, also for another creator's batch */
export async function assertOwnBatch({ creatorId, batchId }: Owned): Promise<void> {
  await ownBatch({ creatorId, batchId });
}

async function ownBatch({ creatorId, batchId }: Owned): Promise<BatchRow> {
  const row = isUuid(batchId) && (await database()('batch').where({ run_id: batchId, creator_id: creatorId }).first());
  if (!row) throw notFound('batch');
  return row;
}

/** Returns a creator's batch. @throws ProductError not_found */
export const readCreatorBatch = async (owned: Owned): Promise<CreatorBatch> => toCreatorBatch(await ownBatch(owned));

/** Lists a creator's newest batches. */
export async function listCreatorBatches(creatorId: string): Promise<CreatorBatch[]> {
  const rows: BatchRow[] = await database()('batch').where({ creator_id: creatorId }).orderBy('created_at', 'desc').limit(SHOWN);
  return Promise.all(rows.map(toCreatorBatch));
}

/** Lists a page of the batch's courses. @throws ProductError not_found */
export async function listCreatorItems(owned: Owned, page: number): Promise<CreatorBatchItem[]> {
  await assertOwnBatch(owned);
  const items = await listItems(owned.batchId, { page });
  return items.map(({ course_id, title, lessons, state, reason, similarity, is_clean }) => ({
    course_id,
    title,
    lessons,
    state,
    reason,
    similarity,
    is_clean,
  }));
}

/** Returns the differences for one of the batch's courses. @throws ProductError not_found */
export async function readCreatorItem(owned: Owned & { courseId: string }): Promise<Difference[]> {
  await assertOwnBatch(owned);
  return differencesInBatch(owned.batchId, owned.courseId);
}

/** Converts a batch for its creator: in tokens, without the vendors' costs. */
async function toCreatorBatch(row: BatchRow): Promise<CreatorBatch> {
  const [sums, charged] = await Promise.all([
    batchSums(row.run_id),
    database()('run').where({ parent_id: row.run_id }).sum({ sum: 'tokens_charged' }).first<{ sum: string | null }>(),
  ]);
  const { lessons, pinned, edited, most_cost = 0 } = row.estimate;
  return { ...batchView(row, sums), lessons, pinned, edited, most_cost, charged: Number(charged.sum ?? 0) };
}
