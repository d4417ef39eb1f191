import { getGenerationStatus } from '#contract/generation/generation.contract.ts';
import { retryPractice as retryPracticeEndpoint } from '#contract/generation/retry-practice.contract.ts';
import * as control from '#contract/generation/run-control.contract.ts';
import { approveOutline } from '#domain/generation/outline/approve-outline.command.ts';
import { cancelRun } from '#domain/platform/runs/cancel-run.command.ts';
import { retryLesson } from '#domain/generation/lessons/retry-lesson.command.ts';
import { retryPractice } from '#domain/generation/practice/retry-practice.command.ts';
import { retryRun } from '#domain/platform/runs/retry-run.command.ts';
import { listCourseRuns, runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { runForm } from '#domain/generation/runs/run-form.queries.ts';
import { runLog } from '#domain/platform/runs/run-log.queries.ts';
import { runUsage } from '#domain/generation/runs/run-usage.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';

/** Mounts a learner's actions on a run. Mount it before routes whose first segment is any id. */
export function mountRunControl(router: ApiRouter): void {
  mount(router, control.listRuns, async ({ user, query }) => ({
    status: 200,
    body: await listCourseRuns({ accountId: user.userId, ...query }),
  }));

  mount(router, control.cancelRun, async ({ user, params, query }) => {
    const run = { runId: params.task_id, accountId: user.userId };
    await cancelRun({ ...run, keep: query.keep });
    return { status: 200, body: await runEnvelope(run) };
  });

  mount(router, control.retryLesson, async ({ user, params, header, requestId }) => {
    const accountId = user.userId;
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const { runId } = await retryLesson({ runId: params.task_id, lessonId: params.lesson_id, accountId, requestId, idempotencyKey });
    const headers = { Location: getGenerationStatus.path.replace(':task_id', runId) };
    return { status: 202, body: await runEnvelope({ runId, accountId }), headers };
  });

  mount(router, retryPracticeEndpoint, async ({ user, params, header, requestId }) => {
    const accountId = user.userId;
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const { runId } = await retryPractice({ runId: params.task_id, accountId, requestId, idempotencyKey });
    const headers = { Location: getGenerationStatus.path.replace(':task_id', runId) };
    return { status: 202, body: await runEnvelope({ runId, accountId }), headers };
  });

  mount(router, control.retryRun, async ({ user, params, header }) => {
    const accountId = user.userId;
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const { runId } = await retryRun({ runId: params.task_id, accountId, idempotencyKey });
    const headers = { Location: getGenerationStatus.path.replace(':task_id', runId) };
    return { status: 202, body: await runEnvelope({ runId, accountId }), headers };
  });

  mount(router, control.approveOutline, async ({ user, params, body }) => {
    const run = { runId: params.task_id, accountId: user.userId };
    const { base_version: baseVersion, ...outline } = body;
    await approveOutline({ ...run, outline, baseVersion });
    return { status: 200, body: await runEnvelope(run) };
  });

  mount(router, control.runForm, async ({ user, params }) => ({
    status: 200,
    body: await runForm({ runId: params.task_id, accountId: user.userId }),
  }));

  mount(router, control.runLog, async ({ user, params, query }) => ({
    status: 200,
    body: await runLog({ runId: params.task_id, accountId: user.userId, skip: query.skip }),
  }));

  mount(router, control.runUsage, async ({ user, params }) => ({
    status: 200,
    body: await runUsage({ runId: params.task_id, accountId: user.userId }),
  }));
}
