import { estimateBatch as estimate } from '#contract/operator/batch-estimates.contract.ts';
import * as contract from '#contract/operator/batches.contract.ts';
import { actOnBatch } from '#domain/operator/batches/act-on-batch.command.ts';
import { listBatches, listItems, readBatch, differencesInBatch } from '#domain/operator/batches/batch.queries.ts';
import { estimateBatch, planBatch } from '#domain/operator/batches/plan-batch.command.ts';
import { batchServices } from '#domain/vendors/llm/batches/batch-services.ts';
import { atVendors } from '#domain/vendors/llm/batches/vendor-batches.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts rewriting of many courses, for operators. */
export function mountBatches(router: ApiRouter): void {
  mount(router, contract.planBatch, async ({ user, body, requestId }) => {
    const { batch, badRows } = await planBatch(body, { accountId: user.userId, requestId });
    return { status: 200, body: { batch, bad_rows: [...badRows] } };
  });

  mount(router, estimate, async ({ body }) => ({ status: 200, body: await estimateBatch(body) }));

  mount(router, contract.listBatches, async () => ({
    status: 200,
    body: { batches: await listBatches(), vendor_batch_services: batchServices() },
  }));

  mount(router, contract.readBatch, async ({ params, query }) => ({
    status: 200,
    body: {
      batch: await readBatch(params.batch_id),
      items: await listItems(params.batch_id, query),
      at_vendors: await atVendors(params.batch_id),
    },
  }));

  mount(router, contract.readBatchItem, async ({ params }) => ({
    status: 200,
    body: {
      lessons: await differencesInBatch(params.batch_id, params.course_id),
    },
  }));

  mount(router, contract.actOnBatch, async ({ user, params, body, requestId }) => ({
    status: 200,
    body: await actOnBatch({ batchId: params.batch_id, ...body }, { accountId: user.userId, requestId }),
  }));
}
