import { sendParts } from '#api/media/send-parts.ts';
import { sendText } from '#api/media/send-text.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';
import * as contract from '#contract/courses/course-pictures.contract.ts';
import * as versions from '#contract/courses/course-versions.contract.ts';
import * as courses from '#contract/courses/courses.contract.ts';
import * as library from '#contract/courses/library.contract.ts';
import { getMissingLessons, writeMissingLessons } from '#contract/courses/missing-lessons.contract.ts';
import { getSkippedReviews, reviewSkipped } from '#contract/courses/skipped-checks.contract.ts';
import { getGenerationStatus } from '#contract/generation/generation.contract.ts';
import { getCourse, listCourses, listSavedCourses } from '#domain/courses/content/course.queries.ts';
import { openLesson } from '#domain/courses/content/delivery.commands.ts';
import { editLesson, pinLesson } from '#domain/courses/content/lesson.commands.ts';
import { openReadyCourse } from '#domain/courses/library/library-course.commands.ts';
import { listReadyCourses } from '#domain/courses/library/library.queries.ts';
import {
  coursePictureFile,
  readCoursePictures,
  courseClipCaptions,
  courseClipFile,
} from '#domain/courses/pictures/course-pictures.queries.ts';
import { publicCover } from '#domain/market/in-market.queries.ts';
import { removeClip, removePicture } from '#domain/courses/pictures/set-picture.command.ts';
import { acceptProposal, discardProposal } from '#domain/generation/proposals/proposal.commands.ts';
import { listProposals } from '#domain/generation/proposals/list-proposals.queries.ts';
import { saveCourse, removeSavedCourse } from '#domain/courses/saved/saved-course.commands.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { restoreVersion } from '#domain/courses/versions/restore-version.command.ts';
import { getVersion, listVersions } from '#domain/courses/versions/version.queries.ts';
import { missingLessons } from '#domain/generation/lessons/missing-lessons.queries.ts';
import { writeMissing } from '#domain/generation/lessons/write-missing.command.ts';
import { filmAgain } from '#domain/generation/pictures/film-course.command.ts';
import { startPictures } from '#domain/generation/pictures/picture.commands.ts';
import { checkSkippedLessons } from '#domain/generation/lesson-check/skipped-checks.commands.ts';
import { skippedChecks } from '#domain/generation/lesson-check/skipped-checks.queries.ts';
import { startRewrite, rewriteModule } from '#domain/generation/rewrites/rewrite.commands.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { readMedia, type MediaObject } from '#domain/media/store-media.command.ts';

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

  mount(router, courses.openLesson, async ({ user, params }) => ({
    status: 200,
    body: { lesson: await openLesson({ accountId: user.userId, courseId: params.course_id, lessonId: params.lesson_id }) },
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

/** Mounts the ready courses of the free library. */
export function mountLibrary(router: ApiRouter): void {
  mount(router, library.listReadyCourses, async ({ user, query }) => ({
    status: 200,
    body: await listReadyCourses({ accountId: user.userId, ...query }),
  }));

  mount(router, library.openReadyCourse, async ({ user, params }) => ({
    status: 200,
    body: await openReadyCourse({ accountId: user.userId, slug: params.slug }),
  }));
}

export function mountCourseVersions(router: ApiRouter): void {
  mount(router, versions.regenerateLesson, async ({ user, params, body, header, requestId }) => {
    const accountId = user.userId;
    const { runId } = await startRewrite({
      accountId,
      courseId: params.course_id,
      lessonIds: [params.lesson_id],
      instruction: body.instruction,
      requestId,
      idempotencyKey: idempotencyKeyOf(header(IDEMPOTENCY_KEY)),
    });
    return { status: 202, body: await runEnvelope({ runId, accountId }) };
  });

  mount(router, versions.regenerateModule, async ({ user, params, body, header, requestId }) => {
    const accountId = user.userId;
    const { runId } = await rewriteModule({
      accountId,
      courseId: params.course_id,
      module: params.module,
      instruction: body.instruction,
      requestId,
      idempotencyKey: idempotencyKeyOf(header(IDEMPOTENCY_KEY)),
    });
    return { status: 202, body: await runEnvelope({ runId, accountId }) };
  });

  mount(router, versions.listProposals, async ({ user, params }) => ({
    status: 200,
    body: { proposals: await listProposals({ accountId: user.userId, courseId: params.course_id }) },
  }));

  mount(router, versions.acceptProposal, async ({ user, params, body }) => ({
    status: 200,
    body: await acceptProposal({
      accountId: user.userId,
      courseId: params.course_id,
      taskId: params.task_id,
      ...(body.lesson_ids && { lessonIds: body.lesson_ids }),
      ...(body.base_prints && { basePrints: body.base_prints }),
    }),
  }));

  mount(router, versions.discardProposal, async ({ user, params }) => ({
    status: 200,
    body: await discardProposal({ accountId: user.userId, courseId: params.course_id, taskId: params.task_id }),
  }));

  mount(router, versions.editLesson, async ({ user, params, body }) => {
    const { base_version: baseVersion, base_print: basePrint, edit_session: editSession, ...changes } = body;
    return {
      status: 200,
      body: await editLesson({
        accountId: user.userId,
        courseId: params.course_id,
        lessonId: params.lesson_id,
        baseVersion,
        basePrint,
        editSession,
        changes,
      }),
    };
  });

  mount(router, versions.pinLesson, async ({ user, params, body }) => ({
    status: 200,
    body: await pinLesson({ accountId: user.userId, courseId: params.course_id, lessonId: params.lesson_id, pinned: body.pinned }),
  }));

  mount(router, versions.listVersions, async ({ user, params }) => ({
    status: 200,
    body: { versions: await listVersions({ accountId: user.userId, courseId: params.course_id }) },
  }));

  mount(router, versions.getVersion, async ({ user, params }) => ({
    status: 200,
    body: await getVersion({ accountId: user.userId, courseId: params.course_id, number: params.number }),
  }));

  mount(router, versions.restoreVersion, async ({ user, params, body }) => ({
    status: 200,
    body: await restoreVersion({
      accountId: user.userId,
      courseId: params.course_id,
      number: params.number,
      ...(body.lesson_id !== undefined && { lessonId: body.lesson_id }),
    }),
  }));
}

export function mountCoursePictures(router: ApiRouter): void {
  mount(router, contract.coursePictures, async ({ user, params }) => ({
    status: 200,
    body: await readCoursePictures(user.userId, params.course_id),
  }));

  mount(router, contract.drawCoursePictures, async ({ user, params, body, requestId, header }) => {
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const request = { accountId: user.userId, courseId: params.course_id, places: body.places, requestId, idempotencyKey };
    return { status: 202, body: { task_id: await startPictures(request) } };
  });

  mount(router, contract.removeCoursePicture, async ({ user, params }) => {
    await removePicture({ accountId: user.userId, courseId: params.course_id, place: params.place });
    return { status: 200, body: { place: params.place } };
  });

  mount(router, contract.coursePictureFile, async ({ user, params }) =>
    // a different picture has a different id
    picture(await coursePictureFile(user.userId, params.course_id, params.media_id), 'private, max-age=31536000, immutable'),
  );

  mount(router, contract.courseClipVideo, async ({ user, params, header }) => {
    const file = await courseClipFile(user.userId, params.course_id, 'video');
    return sendParts(file, header('range'), `coursewright-${params.course_id}.mp4`);
  });

  mount(router, contract.courseClipPoster, async ({ user, params }) =>
    picture(await courseClipFile(user.userId, params.course_id, 'poster'), 'private, max-age=3600'),
  );

  mount(router, contract.courseClipCaptions, async ({ user, params }) => sendText(await courseClipCaptions(user.userId, params.course_id)));

  mount(router, contract.filmCourseClip, async ({ user, params, requestId, header }) => {
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const request = { accountId: user.userId, courseId: params.course_id, requestId, idempotencyKey };
    return { status: 202, body: { task_id: await filmAgain(request) } };
  });

  mount(router, contract.removeCourseClip, async ({ user, params }) => {
    await removeClip(user.userId, params.course_id);
    return { status: 200, body: { course_id: params.course_id } };
  });

  mount(router, contract.marketCover, async ({ params }) =>
    // the cover can stay visible for this long after its course was withdrawn from the market
    picture(await publicCover(params.course_id, params.media_id), 'public, max-age=300'),
  );
}

const picture = (file: MediaObject, caching: string) => ({
  status: 200 as const,
  body: readMedia(file),
  headers: { 'Cache-Control': caching, 'Content-Length': String(file.bytes), ETag: `"${file.sha256}"` },
});

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

export function mountSkippedChecks(router: ApiRouter): void {
  mount(router, getSkippedReviews, async ({ user, params }) => {
    const { lessonIds, cost, isPossible } = await skippedChecks({ accountId: user.userId, courseId: params.course_id });
    return { status: 200, body: { lesson_ids: [...lessonIds], cost, is_possible: isPossible } };
  });

  mount(router, reviewSkipped, async ({ user, params, header, requestId }) => {
    const accountId = user.userId;
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const { runId } = await checkSkippedLessons({ accountId, courseId: params.course_id, requestId, idempotencyKey });
    const headers = { Location: getGenerationStatus.path.replace(':task_id', runId) };
    return { status: 202, body: await runEnvelope({ runId, accountId }), headers };
  });
}
