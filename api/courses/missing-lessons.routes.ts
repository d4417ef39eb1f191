import { getGenerationStatus } from '#contract/generation/generation.contract.ts';
import { getMissingLessons, writeMissingLessons } from '#contract/courses/missing-lessons.contract.ts';
import { missingLessons } from '#domain/generation/lessons/missing-lessons.queries.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { writeMissing } from '#domain/generation/lessons/write-missing.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';

export function mountMissingLessons(router: ApiRouter): void {
  mount(router, getMissingLessons, async ({ user, params }) => {
    const { open, cost, inVersion } = await missingLessons({ accountId: user.userId, courseId: params.course_id });
    const body = { lesson_ids: [...open], cost, ...(inVersion && { in_version: inVersion }) };
    return { status: 200, body };
  });

  mount(router, writeMissingLessons, async ({ user, params, header, requestId }) => {
    const accountId = user.userId;
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const { runId } = await writeMissing({ accountId, courseId: params.course_id, requestId, idempotencyKey });
    const headers = { Location: getGenerationStatus.path.replace(':task_id', runId) };
    return { status: 202, body: await runEnvelope({ runId, accountId }), headers };
  });
}
