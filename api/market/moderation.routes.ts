import * as moderation from '#contract/market/moderation.contract.ts';
import { dismissReports } from '#domain/market/moderation/dismiss-reports.command.ts';
import { restoreCourse } from '#domain/market/moderation/restore-course.command.ts';
import { takeDownCourse } from '#domain/market/moderation/take-down-course.command.ts';
import { listReportedCourses } from '#domain/market/moderation.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts reports about market courses, for operators. */
export function mountMarketModeration(router: ApiRouter): void {
  mount(router, moderation.listMarketReports, async () => ({ status: 200, body: { courses: await listReportedCourses() } }));

  mount(router, moderation.decideOnCourse, async ({ user, params, body }) => {
    const target = { operatorId: user.userId, courseId: params.course_id };
    if (body.decision === 'take_down') await takeDownCourse({ ...target, reason: body.reason });
    else await (body.decision === 'dismiss' ? dismissReports : restoreCourse)(target);
    return { status: 200, body: { courses: await listReportedCourses() } };
  });
}
