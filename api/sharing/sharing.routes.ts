import * as contract from '#contract/sharing/sharing.contract.ts';
import { shareCourse, unshareCourse } from '#domain/sharing/share-course.command.ts';
import { findShare, readSharedCourse } from '#domain/sharing/shared-course.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Only for people with the link, not for search engines. */
const NOT_TO_BE_FOUND = { 'X-Robots-Tag': 'noindex, nofollow' };

export function mountSharing(router: ApiRouter): void {
  mount(router, contract.getShare, async ({ user, params }) => ({
    status: 200,
    body: await findShare({ accountId: user.userId, courseId: params.course_id }),
  }));
  mount(router, contract.shareCourse, async ({ user, params }) => ({
    status: 200,
    body: await shareCourse({ accountId: user.userId, courseId: params.course_id }),
  }));
  mount(router, contract.unshareCourse, async ({ user, params }) => ({
    status: 200,
    body: await unshareCourse({ accountId: user.userId, courseId: params.course_id }),
  }));
  mount(router, contract.readSharedCourse, async ({ params }) => ({
    status: 200,
    body: { course: await readSharedCourse(params.token) },
    headers: NOT_TO_BE_FOUND,
  }));
}
