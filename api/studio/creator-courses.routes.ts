import * as studio from '#contract/studio/creator-courses.contract.ts';
import { createCreatorCourse } from '#domain/studio/create-creator-course.command.ts';
import { getCreatorCourse, listCreatorCourses, listEarners } from '#domain/studio/creator-course.queries.ts';
import { deleteCreatorCourse } from '#domain/studio/delete-creator-course.command.ts';
import { duplicateCreatorCourse } from '#domain/studio/duplicate-creator-course.command.ts';
import { editCreatorCourse } from '#domain/studio/edit-creator-course.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';

export function mountCreatorCourses(router: ApiRouter): void {
  mount(router, studio.listCreatorCourses, async ({ user, query }) => ({
    status: 200,
    body: await listCreatorCourses({ accountId: user.userId, ...query }),
  }));
  mount(router, studio.listEarners, async ({ user }) => ({
    status: 200,
    body: { courses: await listEarners({ accountId: user.userId }) },
  }));

  mount(router, studio.createCreatorCourse, async ({ user, body, header }) => {
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    return { status: 201, body: { course: await createCreatorCourse({ accountId: user.userId, fields: body, idempotencyKey }) } };
  });

  mount(router, studio.getCreatorCourse, async ({ user, params }) => ({
    status: 200,
    body: { course: await getCreatorCourse({ accountId: user.userId, courseId: params.course_id }) },
  }));

  mount(router, studio.editCreatorCourse, async ({ user, params, body: { version, ...fields } }) => ({
    status: 200,
    body: { course: await editCreatorCourse({ accountId: user.userId, courseId: params.course_id, version, fields }) },
  }));

  mount(router, studio.duplicateCreatorCourse, async ({ user, params, header }) => {
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const course = await duplicateCreatorCourse({ accountId: user.userId, courseId: params.course_id, idempotencyKey });
    return { status: 201, body: { course } };
  });

  mount(router, studio.deleteCreatorCourse, async ({ user, params }) => {
    await deleteCreatorCourse({ accountId: user.userId, courseId: params.course_id });
    return { status: 200, body: { message: 'Course deleted' } };
  });
}
