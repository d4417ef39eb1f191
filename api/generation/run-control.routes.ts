import { getGenerationStatus } from '#contract/generation/generation.contract.ts';
import * as control from '#contract/generation/run-control.contract.ts';
import { approveOutline } from '#domain/generation/approve-outline.command.ts';
import { cancelRun } from '#domain/generation/cancel-run.command.ts';
import { listRuns } from '#domain/generation/list-runs.queries.ts';
import { retryLesson } from '#domain/generation/retry-lesson.command.ts';
import { runEnvelope } from '#domain/generation/run.queries.ts';
import { runUsage } from '#domain/generation/run-usage.queries.ts';
import type { Door } from '#api/platform/door.ts';
import { mount } from '#api/platform/guard.ts';

/** What a learner may do with a run. To be mounted before routes that take any id where `runs` stands. */
export function mountRunControl(door: Door): void {
  mount(door, control.listRuns, async ({ user, query }) => ({ status: 200, body: await listRuns({ accountId: user.userId, ...query }) }));

  mount(door, control.cancelRun, async ({ user, params, query }) => {
    const run = { runId: params.task_id, accountId: user.userId };
    await cancelRun({ ...run, keep: query.keep });
    return { status: 200, body: await runEnvelope(run) };
  });

  mount(door, control.retryLesson, async ({ user, params, requestId }) => {
    const accountId = user.userId;
    const { runId } = await retryLesson({ runId: params.task_id, lessonId: params.lesson_id, accountId, requestId });
    const headers = { Location: getGenerationStatus.path.replace(':task_id', runId) };
    return { status: 202, body: await runEnvelope({ runId, accountId }), headers };
  });

  mount(door, control.approveOutline, async ({ user, params, body }) => {
    const run = { runId: params.task_id, accountId: user.userId };
    await approveOutline({ ...run, outline: body });
    return { status: 200, body: await runEnvelope(run) };
  });

  mount(door, control.runUsage, async ({ user, params }) => ({
    status: 200,
    body: await runUsage({ runId: params.task_id, accountId: user.userId }),
  }));
}
