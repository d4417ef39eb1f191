import * as contract from '#contract/translation/course-translation.contract.ts';
import { listTranslations, readTranslation } from '#domain/translation/courses/course-translations.queries.ts';
import { editNames, startTranslation } from '#domain/translation/courses/start-translation.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';

export function mountCourseTranslations(router: ApiRouter): void {
  mount(router, contract.courseTranslations, async ({ user, params }) => ({
    status: 200,
    body: await listTranslations({ accountId: user.userId, courseId: params.course_id }),
  }));

  mount(router, contract.translateCourse, async ({ user, params, requestId, header }) => {
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const request = { accountId: user.userId, courseId: params.course_id, language: params.language, requestId, idempotencyKey };
    return { status: 202, body: { task_id: await startTranslation(request) } };
  });

  mount(router, contract.readTranslatedCourse, async ({ user, params }) => ({
    status: 200,
    body: await readTranslation({ accountId: user.userId, courseId: params.course_id, language: params.language }),
  }));

  mount(router, contract.editTranslationNames, async ({ user, params, body }) => {
    await editNames({ accountId: user.userId, courseId: params.course_id, language: params.language, names: body.names });
    return { status: 200, body: { names: body.names } };
  });
}
