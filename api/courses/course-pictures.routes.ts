import * as contract from '#contract/courses/course-pictures.contract.ts';
import { courseClipCaptions, courseClipFile } from '#domain/courses/pictures/course-clip.queries.ts';
import { coursePictureFile, publicCover, readCoursePictures } from '#domain/courses/pictures/course-pictures.queries.ts';
import { removeClip, removePicture } from '#domain/courses/pictures/set-picture.command.ts';
import { filmAgain } from '#domain/generation/pictures/film-course.command.ts';
import { startPictures } from '#domain/generation/pictures/start-pictures.command.ts';
import { readMedia, type MediaObject } from '#domain/media/store-media.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { sendParts } from '#api/media/send-parts.ts';
import { sendText } from '#api/media/send-text.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';

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
    // another picture has another id
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
    // it may stay visible for this long after its course was withdrawn from the market
    picture(await publicCover(params.course_id, params.media_id), 'public, max-age=300'),
  );
}

const picture = (file: MediaObject, caching: string) => ({
  status: 200 as const,
  body: readMedia(file),
  headers: { 'Cache-Control': caching, 'Content-Length': String(file.bytes), ETag: `"${file.sha256}"` },
});
