import * as contract from '#contract/studio/creator-batches.contract.ts';
import { actOnBatch } from '#domain/operator/batches/act-on-batch.command.ts';
import {
  assertOwnBatch,
  listCreatorBatches,
  listCreatorItems,
  readCreatorBatch,
  readCreatorItem,
} from '#domain/operator/batches/creator-batches.queries.ts';
import { estimateCreatorBatch, planCreatorBatch } from '#domain/operator/batches/plan-batch.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts creators' batches over their own courses. */
export function mountCreatorBatches(router: ApiRouter): void {
  mount(router, contract.planCreatorBatch, async ({ user, body, requestId }) => {
    const { batchId, badRows } = await planCreatorBatch(body, { accountId: user.userId, requestId });
    return { status: 200, body: { batch: await readCreatorBatch({ creatorId: user.userId, batchId }), bad_rows: [...badRows] } };
  });

  mount(router, contract.estimateCreatorBatch, async ({ user, body }) => ({
    status: 200,
    body: await estimateCreatorBatch(body, user.userId),
  }));

  mount(router, contract.listCreatorBatches, async ({ user }) => ({
    status: 200,
    body: { batches: await listCreatorBatches(user.userId) },
  }));

  mount(router, contract.readCreatorBatch, async ({ user, params, query }) => {
    const owned = { creatorId: user.userId, batchId: params.batch_id };
    return { status: 200, body: { batch: await readCreatorBatch(owned), items: await listCreatorItems(owned, query.page) } };
  });

  mount(router, contract.readCreatorBatchItem, async ({ user, params }) => ({
    status: 200,
    body: { lessons: await readCreatorItem({ creatorId: user.userId, batchId: params.batch_id, courseId: params.course_id }) },
  }));

  mount(router, contract.actOnCreatorBatch, async ({ user, params, body, requestId }) => {
    const owned = { creatorId: user.userId, batchId: params.batch_id };
    await assertOwnBatch(owned);
    await actOnBatch({ batchId: params.batch_id, ...body }, { accountId: user.userId, requestId });
    return { status: 200, body: await readCreatorBatch(owned) };
  });
}
