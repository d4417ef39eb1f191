import { fileTypeFromBuffer } from 'file-type';
import { leadOf } from '#contract/platform/ai-services.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { shortened } from '#contract/platform/shortened.ts';
import type { VideoMode } from '#contract/video/video.contract.ts';
import { IMAGE_TYPES, TITLE_CHARACTERS } from '#contract/video/video.contract.ts';
import { config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { hasFfmpeg } from '#domain/platform/media/run-ffmpeg.ts';
import type { SentFile } from '#domain/platform/storage/sent-file.ts';
import { encodeStrangersJpeg } from '#domain/media/picture.commands.ts';
import { addMedia, assertMediaRoom, storeMedia, type MediaObject } from '#domain/media/store-media.command.ts';
import { addSpend } from '#domain/vendors/llm/add-spend.command.ts';
import { VEO_SECONDS } from '#domain/vendors/video/veo.client.ts';
import { VIDEO_KIND, type VideoRequest } from './video.kind.ts';
import { longestClip } from './videos.queries.ts';

interface VideoInput {
  readonly accountId: string;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  /** Default: the beginning of the prompt. */
  readonly title?: string;
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly mode: VideoMode;
  readonly duration: VideoRequest['duration'];
  /** With what ends its reading: the request. */
  readonly image: { readonly file: SentFile; readonly signal: AbortSignal } | null;
  /** While a clip with this key is being filmed, another request returns it. */
  readonly dedupeKey?: string;
}

/** Magic numbers that identify a file's type. */
const HEAD_BYTES = 4_100;
/** The vendor's maximum, in pixels per side. */
const LONGEST_SIDE = 1_920;

/**
 * Starts filming a clip.
 * @returns id of its run
 * @throws ProductError validation.failed without a prompt (VID-10), video.bad_image, media.not_configured, media.full, video.no_join,
 * video.longer_than_plan
 */
export async function startVideo(input: VideoInput): Promise<string> {
  const { accountId, prompt, negativePrompt, mode, duration, image, dedupeKey = null } = input;
  if (config().google.mode === 'off') throw new ProductError('media.not_configured');
  // VID-11: a picture alone is enough
  if (prompt === '' && !image) throw promptMissing();
  if (!hasFfmpeg() && duration > Math.max(...VEO_SECONDS)) throw new ProductError('video.no_join');
  const { longest_seconds: longest, longer_with: plan } = await longestClip(accountId);
  if (duration > longest)
    throw new ProductError(
      'video.longer_than_plan',
      toSentence('Your plan includes clips of up to {seconds} seconds. {plan} includes longer clips.', { seconds: longest, plan: plan! }),
    );
  const picture = image && (await storePicture(accountId, image));
  const request: VideoRequest = { prompt, negative_prompt: negativePrompt, mode, duration, image_id: picture?.id ?? null };
  const title = shortened((input.title ?? (prompt || nameOf(image))).replaceAll(/\s+/g, ' ').trim(), TITLE_CHARACTERS);
  const { runId } = await acceptRun({
    kind: VIDEO_KIND,
    accountId,
    request,
    subject: title,
    requestId: input.requestId,
    idempotencyKey: input.idempotencyKey,
    fingerprint: { ...request, image_id: picture?.sha256 ?? null },
    dedupeKey,
    async begin(trx, run_id) {
      if (picture) await addMedia(trx, picture);
      await trx('video_clip').insert({
        run_id,
        account_id: accountId,
        title,
        prompt,
        negative_prompt: negativePrompt,
        mode,
        seconds: duration,
        image_id: picture?.id ?? null,
        image_name: image?.file.name.slice(0, 200) ?? null,
      });
    },
  });
  return runId;
}

/** Returns the name of a picture without its extension, or its type if it has no name. */
const nameOf = (image: VideoInput['image']): string => image?.file.name.replace(/\.\w+$/, '') || 'Video';

const promptMissing = () =>
  new ProductError('validation.failed', 'Please enter a video prompt', {
    data: { errors: [{ path: 'prompt', message: 'Please enter a video prompt' }] },
  });

/**
 * Validates a picture by its bytes, whatever its name, and stores it as re-encoded by a restricted process.
 * @throws ProductError video.bad_image
 */
async function storePicture(accountId: string, { file, signal }: NonNullable<VideoInput['image']>): Promise<MediaObject> {
  const bytes = await file.bytes();
  const type = await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES));
  if (!type || !IMAGE_TYPES.some((one) => one === type.mime)) throw new ProductError('video.bad_image');
  const drawn = await encodeStrangersJpeg(bytes, LONGEST_SIDE, { turn: { accountId }, signal });
  if (!drawn) throw new ProductError('video.bad_image');
  await assertMediaRoom(accountId, drawn.length);
  return storeMedia({ accountId, kind: 'image', type: 'image/jpeg', source: drawn });
}

/**
 * Micro-dollars per second of 720p with sound, from Google's price page (read 2026-11). Only the spending caps use it; no user is charged
 * by it.
 */
const MICRO_USD_A_SECOND: Record<VideoMode, number> = { fast: 150_000, quality: 400_000 };

interface Ordered {
  readonly accountId: string | null;
  readonly mode: VideoMode;
  readonly seconds: number;
}

/** Adds an ordered take to the daily spending of its user, of the installation, and on Gemini, whose vendor films it. */
export async function addVideoSpend({ accountId, mode, seconds }: Ordered): Promise<void> {
  await transact((trx) => addSpend(trx, { accountId, service: leadOf('clips'), microUsd: MICRO_USD_A_SECOND[mode] * seconds }));
}
