import * as contract from '#contract/video/video.contract.ts';
import { fileOfLink } from '#domain/media/media-link.queries.ts';
import { readMedia } from '#domain/media/store-media.command.ts';
import { startVideo } from '#domain/video/video.commands.ts';
import * as videos from '#domain/video/videos.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';
import { sendParts } from '#api/media/send-parts.ts';
import { sendText } from '#api/media/send-text.ts';

export function mountVideo(router: ApiRouter): void {
  mount(router, contract.generateVideo, async ({ user, body, requestId, header }) => {
    const { prompt, negative_prompt: negativePrompt, mode, duration } = body;
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const request = { accountId: user.userId, requestId, idempotencyKey, prompt, negativePrompt, mode, duration, image: null };
    return { status: 202, body: { task_id: await startVideo(request) } };
  });

  mount(router, contract.generateVideoFromImage, async ({ user, body, files, requestId, header, signal }) => {
    const { prompt, negative_prompt: negativePrompt, mode, duration } = body;
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const image = { file: files['file']![0]!, signal };
    const request = { accountId: user.userId, requestId, idempotencyKey, prompt, negativePrompt, mode, duration, image };
    return { status: 202, body: { task_id: await startVideo(request) } };
  });

  mount(router, contract.videoStatus, async ({ user, params }) => ({
    status: 200,
    body: await videos.readVideo(user.userId, params.task_id),
  }));

  mount(router, contract.videoHistory, async ({ user, query }) => ({
    status: 200,
    body: await videos.listVideos({ accountId: user.userId, ...query }),
  }));

  mount(router, contract.downloadVideo, async ({ user, params, header }) => {
    const file = await videos.videoFile(user.userId, params.task_id, 'video');
    return sendParts(file, header('range'), `coursewright-${params.task_id}.mp4`);
  });

  mount(router, contract.videoPoster, async ({ user, params }) => {
    const file = await videos.videoFile(user.userId, params.task_id, 'poster');
    return { status: 200, body: readMedia(file), headers: { 'Cache-Control': 'private, max-age=3600' } };
  });

  mount(router, contract.videoCaptions, async ({ user, params }) => sendText(await videos.videoCaptions(user.userId, params.task_id)));

  mount(router, contract.linkVideo, async ({ user, params }) => ({
    status: 200,
    body: await videos.linkToVideo(user.userId, params.task_id),
  }));

  mount(router, contract.linkedVideo, async ({ params, header }) => {
    const file = await fileOfLink(params.token);
    return sendParts(file, header('range'), 'coursewright-video.mp4');
  });

  mount(router, contract.renameVideo, async ({ user, params, body }) => ({
    status: 200,
    body: { video: await videos.renameVideo(user.userId, params.task_id, body.title) },
  }));

  mount(router, contract.deleteVideo, async ({ user, params }) => {
    await videos.deleteVideo(user.userId, params.task_id);
    return { status: 200, body: { task_id: params.task_id } };
  });

  mount(router, contract.videoPlan, async ({ user }) => ({ status: 200, body: await videos.videoPlan(user.userId) }));
}
