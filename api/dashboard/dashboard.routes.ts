import * as dashboard from '#contract/dashboard/dashboard.contract.ts';
import { readAchievements, readDashboard, listPoints } from '#domain/dashboard/dashboard.queries.ts';
import { reportActivity, setCourseGoal, setWeeklyGoal } from '#domain/dashboard/activity.commands.ts';
import { listStudyDays } from '#domain/dashboard/study-days.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountDashboard(router: ApiRouter): void {
  mount(router, dashboard.getDashboard, async ({ user, query }) => ({
    status: 200,
    body: await readDashboard({ accountId: user.userId, timeZone: query.time_zone }),
  }));
  mount(router, dashboard.listAchievements, async ({ user, query }) => ({
    status: 200,
    body: { achievements: await readAchievements({ accountId: user.userId, timeZone: query.time_zone }) },
  }));
  mount(router, dashboard.reportActivity, async ({ user, body }) => ({
    status: 200,
    body: { counted: await reportActivity({ accountId: user.userId, minutes: body.minutes, courseId: body.course_id }) },
  }));
  mount(router, dashboard.listStudyDays, async ({ user, params, query }) => ({
    status: 200,
    body: { days: await listStudyDays({ accountId: user.userId, courseId: params.course_id, timeZone: query.time_zone }) },
  }));
  mount(router, dashboard.listPoints, async ({ user, query }) => ({
    status: 200,
    body: await listPoints({ accountId: user.userId, before: query.before }),
  }));
  mount(router, dashboard.setWeeklyGoal, async ({ user, body }) => {
    await setWeeklyGoal({ accountId: user.userId, minutes: body.minutes });
    return { status: 200, body };
  });
  mount(router, dashboard.setCourseGoal, async ({ user, params, body }) => {
    await setCourseGoal({ accountId: user.userId, courseId: params.course_id, dueOn: body.due_on });
    return { status: 200, body };
  });
}
