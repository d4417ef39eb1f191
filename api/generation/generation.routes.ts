import * as generation from '#contract/generation/generation.contract.ts';
import { awaitRun } from '#domain/platform/runs/await-run.queries.ts';
import { runEnvelope, runLesson, runResult } from '#domain/generation/runs/run.queries.ts';
import { startRun } from '#domain/generation/runs/start-run.command.ts';
import { config } from '#domain/platform/config.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';
import { prefersAsync } from '#api/platform/headers/prefer-async.ts';

/** Tells that the run already existed: to get another one from the same form, send a new Idempotency-Key. */
const IDEMPOTENT_REPLAYED = 'Idempotent-Replayed';

export function mountGeneration(router: ApiRouter): void {
  mount(router, generation.generateCourse, async ({ user, body, header, requestId, signal }) => {
    const accountId = user.userId;
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const { runId, created } = await startRun({ accountId, form: body, requestId, ...(idempotencyKey && { idempotencyKey }) });
    const location = {
      Location: generation.getGenerationStatus.path.replace(':task_id', runId),
      ...(!created && { [IDEMPOTENT_REPLAYED]: 'true' }),
    };

    const isAsync = prefersAsync(header('Prefer'));
    // a run that waits for its learner's approval would not end in time
    if (isAsync || body.review_outline) {
      const headers = { ...location, ...(isAsync && { 'Preference-Applied': 'respond-async' }) };
      return { status: 202, body: await runEnvelope({ runId, accountId }), headers };
    }
    // never 408: browsers repeat a POST after a 408
    const how = signal.aborted ? 'timeout' : await awaitRun(runId, { timeoutMs: config().generateWaitMs, signal });
    if (how === 'timeout') return { status: 202, body: await runEnvelope({ runId, accountId }), headers: location };
    return { status: 200, body: await runResult({ runId, accountId }), headers: location };
  });

  mount(router, generation.getGenerationStatus, async ({ user, params }) => ({
    status: 200,
    body: await runEnvelope({ runId: params.task_id, accountId: user.userId }),
  }));

  mount(router, generation.getGenerationLesson, async ({ user, params }) => ({
    status: 200,
    body: await runLesson({ runId: params.task_id, lessonId: params.lesson_id, accountId: user.userId }),
  }));
}
