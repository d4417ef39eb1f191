import * as courses from '#contract/courses/courses.contract.ts';
import { getCourse, listCourses, listSavedCourses } from '#domain/courses/content/course.queries.ts';
import { removeSavedCourse } from '#domain/courses/saved/remove-saved-course.command.ts';
import { saveCourse } from '#domain/courses/saved/save-course.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountCourses(router: ApiRouter): void {
  mount(router, courses.listCourses, async ({ user, query }) => ({
    status: 200,
    body: await listCourses({ accountId: user.userId, ...query }),
  }));

  mount(router, courses.listSavedCourses, async ({ user, query }) => ({
    status: 200,
    body: await listSavedCourses({ accountId: user.userId, ...query }),
  }));

  mount(router, courses.getCourse, async ({ user, params }) => ({
    status: 200,
    body: { course: await getCourse({ accountId: user.userId, courseId: params.course_id }) },
  }));

  mount(router, courses.saveCourse, async ({ user, body }) => {
    const { total } = await saveCourse({ accountId: user.userId, courseId: body.course_id });
    return { status: 200, body: { message: 'Course saved successfully', total_saved_courses: total } };
  });

  mount(router, courses.removeSavedCourse, async ({ user, params }) => {
    const { remaining } = await removeSavedCourse({ accountId: user.userId, courseId: params.course_id });
    return { status: 200, body: { message: 'Course removed from saved courses', remaining_saved_courses: remaining } };
  });
}
