import * as dashboard from '#contract/dashboard/dashboard.contract.ts';
import { readAchievements, readDashboard } from '#domain/dashboard/dashboard.queries.ts';
import { listPoints } from '#domain/dashboard/points.queries.ts';
import { reportActivity } from '#domain/dashboard/report-activity.command.ts';
import { setCourseGoal, setWeeklyGoal } from '#domain/dashboard/set-goal.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountDashboard(door: ApiRouter): void {
  mount(door, dashboard.getDashboard, async ({ user, query }) => ({
    status: 200,
    body: await readDashboard({ accountId: user.userId, timeZone: query.time_zone }),
  }));
  mount(door, dashboard.listAchievements, async ({ user, query }) => ({
    status: 200,
    body: { achievements: await readAchievements({ accountId: user.userId, timeZone: query.time_zone }) },
  }));
  mount(door, dashboard.reportActivity, async ({ user, body }) => ({
    status: 200,
    body: { counted: await reportActivity({ accountId: user.userId, minutes: body.minutes, courseId: body.course_id }) },
  }));
  mount(door, dashboard.listPoints, async ({ user, query }) => ({
    status: 200,
    body: await listPoints({ accountId: user.userId, before: query.before }),
  }));
  mount(door, dashboard.setWeeklyGoal, async ({ user, body }) => {
    await setWeeklyGoal({ accountId: user.userId, minutes: body.minutes });
    return { status: 200, body };
  });
  mount(door, dashboard.setCourseGoal, async ({ user, params, body }) => {
    await setCourseGoal({ accountId: user.userId, courseId: params.course_id, dueOn: body.due_on });
    return { status: 200, body };
  });
}
