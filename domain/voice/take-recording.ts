import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromFile } from 'file-type';
import { lookup } from '#contract/platform/lookup.ts';
import { VOICE_BYTES, VOICE_SECONDS } from '#contract/voice/voice.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { assertMediaRoom, storeMedia, type MediaObject } from '#domain/media/store-media.command.ts';
import { inTemporaryFolder } from '#domain/platform/media/temporary-folder.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { convertToOpus, rewrapSound } from '#domain/platform/media/ffmpeg.ts';
import { openMedia } from '#domain/platform/media/open-media.ts';
import { hasFfmpeg, inMediaTurn, MediaFailure, type MediaTurn } from '#domain/platform/media/run-ffmpeg.ts';

/**
 * G53: recordings that browsers make, recognised by their bytes, with ffmpeg's name of the container, so that it need not guess, audio codec,
 * and stored type. Their sound is stored as it is.
 */
const RECORDED = [
  { found: ['audio/webm', 'video/webm', 'video/matroska'], name: 'matroska', codec: 'opus', suffix: 'webm', type: 'audio/webm' },
  { found: ['audio/mp4', 'audio/x-m4a', 'video/mp4', 'video/x-m4v'], name: 'mov', codec: 'aac', suffix: 'mp4', type: 'audio/mp4' },
] as const;
/** Other common audio files, with ffmpeg's names; stored in the first of the formats above. */
const CONVERTED: Readonly<Record<string, string>> = lookup({
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/ogg; codecs=opus': 'ogg',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
  'audio/aiff': 'aiff',
});
/** Tolerance, because a recorder stops slightly later than requested. */
const GRACE_S = 5;

const badAudio = (cause?: unknown): ProductError =>
  new ProductError('voice.bad_audio', 'Send an audio file we can play: WebM, MP4, M4A, WAV, MP3, OGG, FLAC or AAC.', { cause });

interface Sent {
  readonly accountId: string;
  readonly source: AsyncIterable<Uint8Array>;
  /** Ends the work with its request. */
  readonly signal: AbortSignal;
}
interface Kept {
  readonly recording: string;
  readonly type: string;
  readonly seconds: number;
}

/**
 * Validates a recording by its bytes, whatever its declared type, and stores its sound, remuxed or converted, so that nothing else in the
 * file survives.
 * @returns its row, for `addMedia`, and its length in seconds
 * @throws ProductError voice.bad_audio, voice.too_long, body.too_large, media.full, media.not_configured, limits.rate; the signal's reason
 */
export async function takeRecording({ accountId, source, signal }: Sent): Promise<{ audio: MediaObject; seconds: number }> {
  if (!hasFfmpeg()) throw new ProductError('media.not_configured');
  return inTemporaryFolder(async (folder) => {
    const { recording, type, seconds } = await inMediaTurn({ decoded: 'sound', turn: { accountId }, signal }, async (media) => {
      const sent = path.join(folder, 'sent');
      await pipeline(Readable.from(source), createWriteStream(sent), { signal });
      return keepSound(media, sent, folder).catch((error: unknown) => {
        signal.throwIfAborted();
        throw error instanceof ProductError ? error : badAudio(error);
      });
    });
    await assertMediaRoom(accountId, (await stat(recording)).size);
    const audio = await storeMedia({ accountId, kind: 'voice', type, source: createReadStream(recording) });
    return { audio, seconds };
  });
}

/** Makes the file that is kept of a sent one. @throws ProductError voice.too_long, body.too_large; any error for what cannot be played */
async function keepSound(media: MediaTurn, sent: string, folder: string): Promise<Kept> {
  if ((await stat(sent)).size > VOICE_BYTES)
    throw new ProductError('body.too_large', toSentence('The recording can be at most {n} MB.', { n: VOICE_BYTES / 1e6 }));
  const mime = (await fileTypeFromFile(sent))?.mime;
  const converted = CONVERTED[mime ?? ''];
  const format = converted ? RECORDED[0] : RECORDED.find(({ found }) => found.some((one) => one === mime));
  if (!format) throw badAudio();
  const mostSeconds = VOICE_SECONDS + GRACE_S;
  // what is not decoded is measured afterwards: a recording that was cut off still declares its whole length
  const declared = converted ? { format: converted, mostSeconds } : { format: format.name };
  const file = await openMedia(media, sent, declared).catch((error: unknown) => {
    throw error instanceof MediaFailure && error.reason === 'length' ? new ProductError('voice.too_long') : error;
  });
  const isAsRecorded = file.pictures.length === 0 && file.sounds.every(({ codec }) => codec === format.codec);
  if (file.sounds.length === 0 || (!converted && !isAsRecorded)) throw badAudio();
  const recording = path.join(folder, `kept.${format.suffix}`);
  await (converted ? convertToOpus(media, file, recording, VOICE_SECONDS + 2 * GRACE_S) : rewrapSound(media, file, recording));
  const { seconds } = await openMedia(media, recording, { format: format.name });
  if (seconds === null) throw badAudio();
  if (seconds > mostSeconds) throw new ProductError('voice.too_long');
  return { recording, type: format.type, seconds };
}
