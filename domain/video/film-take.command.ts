import { leadOf } from '#contract/platform/ai-services.ts';
import { storePayload } from '#domain/platform/steps/step-answer.commands.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import type { PollLater } from '#domain/platform/steps/defer-step.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';
import { uuidFrom } from '#domain/platform/uuid.ts';
import { joinVideos, lastFrame, playThrough, posterOf } from '#domain/platform/media/ffmpeg.ts';
import { lengthOf, openMedia, type MediaFile } from '#domain/platform/media/open-media.ts';
import { hasFfmpeg, inMediaTurn, type MediaTurn } from '#domain/platform/media/run-ffmpeg.ts';
import { inTemporaryFolder } from '#domain/platform/media/temporary-folder.ts';
import { addMedia, readMedia, storeMedia } from '#domain/media/store-media.command.ts';
import { keyOf, readFile as readStored } from '#domain/vendors/files/file-store.ts';
import { orderClip, readOrder, VideoBusy } from '#domain/vendors/video/veo.client.ts';
import { isUsedUp } from '#domain/vendors/llm/service-budget.queries.ts';
import { addVideoSpend } from './video.commands.ts';
import { takeOf, takesOf, type VideoRequest } from './video.kind.ts';

/** State of a take's step between two polls: number of orders, and the vendor's operation name. */
interface TakePayload {
  readonly orders?: number;
  readonly operation?: string | null;
  /** Number of orders before its owner retried the failed clip. */
  readonly earlier?: number;
}
interface Work<Payload> {
  readonly step: ClaimedStep<VideoRequest, Payload>;
  readonly signal: AbortSignal;
}

const WITHIN_MS = 20 * 60_000;
/** An order that is lost, or yields no file, is repeated once. */
const MOST_ORDERS = 2;
const POSTER_AT_S = 0.5;
/** The prompt for a picture without one from its user. */
const MOTION = 'The picture comes to life in calm, natural motion; nothing is added to it.';

/**
 * Orders one take, or polls it. The vendor's operation name is stored before anything else, so a crash after that orders nothing again. A
 * crash between the order and storing may pay the vendor twice, unless it honours the order's idempotency key; the user is charged once.
 * @returns when to poll again
 * @throws ProductError video.refused, video.not_filmable, video.failed
 */
export async function filmTake({ step, signal }: Work<TakePayload | null>): Promise<PollLater | void> {
  const take = takeOf(step.key);
  const { orders = 0, operation = null, earlier = 0 } = step.payload ?? {};
  const again = (payload: TakePayload): PollLater => ({ afterMs: untilNextLook(), withinMs: WITHIN_MS, payload });
  const { mode, prompt, negative_prompt: negativePrompt, duration } = step.request;
  const seconds = takesOf(duration)[take]!;
  try {
    if (operation === null) {
      if (await isUsedUp(leadOf('clips'))) return again({ earlier, orders, operation });
      const image = await firstFrameOf(step, take, signal);
      const prefix = `veo/${step.runId}/${take}-${orders}`;
      const key = `${step.stepId}:${orders}`;
      const made = await orderClip({ mode, prompt: prompt || MOTION, negativePrompt, seconds, image, prefix, key, signal });
      await addVideoSpend({ accountId: step.cappedId, mode, seconds });
      return again({ earlier, orders: orders + 1, operation: made });
    }
    const outcome = await readOrder(mode, operation, signal);
    if (outcome.state === 'pending') return again({ earlier, orders, operation });
    if (outcome.state === 'done' && (await isWhole(outcome.address, { step, signal }))) {
      await completeStep(step, { output: { address: outcome.address, seconds } });
      return;
    }
    if (outcome.state !== 'refused' && orders - earlier < MOST_ORDERS) return again({ earlier, orders, operation: null });
    await forgetOrder(step, { orders, earlier: orders });
    throw new ProductError(
      outcome.state === 'refused' ? 'video.refused' : 'video.failed',
      'message' in outcome ? outcome.message : 'the file is damaged',
    );
  } catch (error) {
    if (!(error instanceof VideoBusy)) throw error;
    return again({ earlier, orders, operation });
  }
}

/** Returns the interval plus up to a fifth, so that clips ordered together are not polled together. */
const untilNextLook = (): number => config().google.videoPollMs * (1 + Math.random() / 5);

/** After a retry by its owner, orders again instead of polling the failed order. */
const forgetOrder = (step: ClaimedStep, payload: TakePayload): Promise<void> => storePayload(step, payload);

/** Returns the learner's picture, or the last frame of the previous take; null for the first take of a text. */
async function firstFrameOf(step: ClaimedStep<VideoRequest>, take: number, signal: AbortSignal): Promise<Uint8Array | null> {
  const { runId, request } = step;
  if (take > 0)
    return inTemporaryFolder(async (folder) => {
      const [before] = await takesDone(runId, take);
      const [video, image] = [path.join(folder, 'before.mp4'), path.join(folder, 'last.png')];
      await fetchTo(before!.address, video, signal);
      await withPicture({ step, signal }, async (media) => lastFrame(media, await openMedia(media, video), image));
      return readFile(image);
    });
  if (request.image_id === null) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of readMedia({ id: request.image_id })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Tells whether the vendor's file is a valid video. */
async function isWhole(address: string, { step, signal }: Work<unknown>): Promise<boolean> {
  if (!hasFfmpeg()) return true;
  return inTemporaryFolder(async (folder) => {
    const file = path.join(folder, 'take.mp4');
    await fetchTo(address, file, signal);
    return withPicture({ step, signal }, async (media) => playThrough(media, await openMedia(media, file))).then(
      () => true,
      () => {
        // a worker that stops says nothing about the file
        signal.throwIfAborted();
        return false;
      },
    );
  });
}

/** Works with a clip in the turn of its account. */
const withPicture = <T>({ step, signal }: Work<unknown>, work: (media: MediaTurn) => Promise<T>): Promise<T> =>
  inMediaTurn({ decoded: 'picture', turn: turnOfStep(step), signal }, work);

/** Returns the files of finished takes, newest first; `before`: only those before this take. */
async function takesDone(runId: string, before?: number): Promise<{ address: string; seconds: number }[]> {
  const rows: { key: string; output: { address: string; seconds: number } }[] = await database()('step')
    .where({ run_id: runId, job: 'film-take', state: 'completed' })
    .select('key', 'output');
  return rows
    .filter(({ key }) => before === undefined || takeOf(key) < before)
    .toSorted((a, b) => takeOf(b.key) - takeOf(a.key))
    .map(({ output }) => output);
}

/**
 * Joins the takes, cuts them to the requested length, and stores the clip and its poster. Their ids are derived from the step, so that a
 * crash leaves no second object.
 */
export async function joinTakes({ step, signal }: Work<unknown>): Promise<void> {
  const { duration } = step.request;
  const accountId = step.accountId!;
  const takes = (await takesDone(step.runId)).toReversed();
  await inTemporaryFolder(async (folder) => {
    const files = takes.map((_, index) => path.join(folder, `${index}.mp4`));
    for (const [index, { address }] of takes.entries()) await fetchTo(address, files[index]!, signal);
    const clip = hasFfmpeg() ? path.join(folder, 'clip.mp4') : files[0]!;
    const poster = path.join(folder, 'poster.jpg');
    const seconds = hasFfmpeg()
      ? await withPicture({ step, signal }, (media) => makeClip(media, { files, duration, clip, poster }))
      : takes[0]!.seconds;
    const named = { id: uuidFrom(`${step.stepId}/video`), accountId, kind: 'video', type: 'video/mp4' } as const;
    const video = await storeMedia({ ...named, source: createReadStream(clip) });
    const whosePoster = { id: uuidFrom(`${step.stepId}/poster`), accountId, kind: 'poster', type: 'image/jpeg' } as const;
    const still = hasFfmpeg() ? await storeMedia({ ...whosePoster, source: createReadStream(poster) }) : null;
    await completeStep(step, {
      output: { seconds },
      async also(trx) {
        await addMedia(trx, video, ...(still ? [still] : []));
        const shown = { video_id: video.id, poster_id: still?.id ?? null };
        await trx('video_clip').where({ run_id: step.runId }).update(shown);
      },
    });
  });
}

interface Clip {
  readonly files: readonly string[];
  readonly duration: number;
  readonly clip: string;
  readonly poster: string;
}

/** Joins files as a clip, and takes its poster. @returns its length in seconds */
async function makeClip(media: MediaTurn, { files, duration, clip, poster }: Clip): Promise<number> {
  const takes: MediaFile[] = [];
  for (const file of files) takes.push(await openMedia(media, file));
  await joinVideos(media, takes, duration, clip);
  const made = await openMedia(media, clip);
  await posterOf(media, made, POSTER_AT_S, poster);
  return lengthOf(made);
}

async function fetchTo(address: string, file: string, signal?: AbortSignal): Promise<void> {
  await writeFile(file, readStored(keyOf(address)), signal ? { signal } : {});
}
