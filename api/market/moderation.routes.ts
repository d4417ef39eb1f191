import * as moderation from '#contract/market/moderation.contract.ts';
import { decideOnCourse } from '#domain/courses/market/moderate-course.command.ts';
import { listReportedCourses } from '#domain/courses/market/moderation.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts reports about market courses, for operators. */
export function mountMarketModeration(router: ApiRouter): void {
  mount(router, moderation.listMarketReports, async () => ({ status: 200, body: { courses: await listReportedCourses() } }));

  mount(router, moderation.decideOnCourse, async ({ user, params, body }) => {
    await decideOnCourse({ operatorId: user.userId, courseId: params.course_id, said: body });
    return { status: 200, body: { courses: await listReportedCourses() } };
  });
}
