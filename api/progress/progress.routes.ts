import * as progress from '#contract/progress/progress.contract.ts';
import * as readingPlace from '#contract/progress/reading-place.contract.ts';
import { completeLesson, bookmarkLesson, removeLessonBookmark, saveReadingPlace } from '#domain/progress/lesson-progress.commands.ts';
import { listContinue } from '#domain/progress/progress.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountProgress(router: ApiRouter): void {
  mount(router, progress.completeLesson, async ({ user, body }) => ({
    status: 200,
    body: await completeLesson({ accountId: user.userId, courseId: body.course_id, lessonId: body.lesson_id }),
  }));

  mount(router, progress.bookmarkLesson, async ({ user, params }) => ({
    status: 200,
    body: await bookmarkLesson({ accountId: user.userId, courseId: params.course_id, lessonId: params.lesson_id }),
  }));

  mount(router, progress.removeLessonBookmark, async ({ user, params }) => ({
    status: 200,
    body: await removeLessonBookmark({ accountId: user.userId, courseId: params.course_id, lessonId: params.lesson_id }),
  }));

  mount(router, readingPlace.saveReadingPlace, async ({ user, params, body }) => ({
    status: 200,
    body: {
      reading_place: await saveReadingPlace({
        accountId: user.userId,
        courseId: params.course_id,
        lessonId: body.lesson_id,
        position: body.position,
        readAt: body.read_at,
      }),
    },
  }));

  mount(router, readingPlace.listContinue, async ({ user }) => ({ status: 200, body: { courses: await listContinue(user.userId) } }));
}
