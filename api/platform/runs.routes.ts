import * as runs from '#contract/platform/runs.contract.ts';
import { cancelRun } from '#domain/platform/runs/cancel-run.command.ts';
import { listRuns } from '#domain/platform/runs/list-runs.queries.ts';
import { retryRun } from '#domain/platform/runs/retry-run.command.ts';
import { runEnvelope } from '#domain/platform/runs/run-envelope.queries.ts';
import type { ApiRouter } from './api-router.ts';
import { mount } from './guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from './idempotency-key.ts';

/** Mounts the routes that every kind of run shares. Routes of a single kind belong to its feature. */
export function mountRuns(router: ApiRouter): void {
  mount(router, runs.listAllRuns, async ({ user, query }) => {
    const page = await listRuns({ accountId: user.userId, ...query });
    return {
      status: 200,
      body: { runs: page.runs.map(({ base, details }) => ({ ...base, details: details as Record<string, unknown> })), next: page.next },
    };
  });

  mount(router, runs.getRun, async ({ user, params }) => ({
    status: 200,
    body: await openEnvelope({ runId: params.task_id, accountId: user.userId }),
  }));

  mount(router, runs.stopRun, async ({ user, params, query }) => {
    const run = { runId: params.task_id, accountId: user.userId };
    await cancelRun({ ...run, keep: query.keep });
    return { status: 200, body: await openEnvelope(run) };
  });

  mount(router, runs.continueRun, async ({ user, params, header }) => {
    const accountId = user.userId;
    const { runId } = await retryRun({ runId: params.task_id, accountId, idempotencyKey: idempotencyKeyOf(header(IDEMPOTENCY_KEY)) });
    return {
      status: 202,
      body: await openEnvelope({ runId, accountId }),
      headers: { Location: runs.getRun.path.replace(':task_id', runId) },
    };
  });
}

async function openEnvelope(run: { runId: string; accountId: string }) {
  const { base, result, details } = await runEnvelope(run);
  return { ...base, ...(result != null && { result }), details: details as Record<string, unknown> };
}
