import * as contract from '#contract/operator/runs-console.contract.ts';
import { actOnRun } from '#domain/operator/runs/act-on-run.command.ts';
import { abortBulkAct, readBulkAct, startBulkAct } from '#domain/operator/runs/start-bulk-act.command.ts';
import { inspectRun } from '#domain/operator/runs/inspect-run.queries.ts';
import { searchRuns } from '#domain/operator/runs/search-runs.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts runs of all accounts, for operators. */
export function mountRunsConsole(router: ApiRouter): void {
  mount(router, contract.searchRuns, async ({ query: { sort, order, page, size, ...filter } }) => ({
    status: 200,
    body: await searchRuns({ filter, sort, order, page, size }),
  }));

  mount(router, contract.inspectRun, async ({ params }) => ({ status: 200, body: await inspectRun(params.task_id) }));

  mount(router, contract.actOnRun, async ({ user, params, body, requestId }) => {
    await actOnRun({ runId: params.task_id, ...body }, { accountId: user.userId, requestId });
    return { status: 200, body: { done: true } };
  });

  mount(router, contract.startBulkAct, async ({ user, body: { bulk_id: bulkId, ...selection }, requestId }) => ({
    status: 200,
    body: await startBulkAct({ bulkId, ...selection }, { accountId: user.userId, requestId }),
  }));

  mount(router, contract.readBulkAct, async ({ params }) => ({ status: 200, body: await readBulkAct(params.bulk_id) }));

  mount(router, contract.abortBulkAct, async ({ user, params, requestId }) => ({
    status: 200,
    body: await abortBulkAct(params.bulk_id, { accountId: user.userId, requestId }),
  }));
}
