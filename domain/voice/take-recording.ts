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
import { openTurns } from '#domain/platform/turns/turns.ts';
import { convertToOpus, describeMedia, describeSound, hasFfmpeg, rewrapSound } from '#domain/platform/media/ffmpeg.ts';

/**
 * G53: recordings that browsers make, recognised by their bytes, with container, audio codec, and stored type. Their sound is stored as it
 * is.
 */
const RECORDED = [
  { found: ['audio/webm', 'video/webm', 'video/matroska'], codec: 'opus', suffix: 'webm', type: 'audio/webm' },
  { found: ['audio/mp4', 'audio/x-m4a', 'video/mp4', 'video/x-m4v'], codec: 'aac', suffix: 'mp4', type: 'audio/mp4' },
] as const;
/** Other common audio files, with ffmpeg's name of the format, so that it need not guess; stored in the first of the formats above. */
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
/** Concurrent conversions, because ffmpeg uses a CPU for a short time per recording. */
const turn = openTurns({ atOnce: 2 });

const badAudio = (cause?: unknown): ProductError =>
  new ProductError('voice.bad_audio', 'Send an audio file we can play: WebM, MP4, M4A, WAV, MP3, OGG, FLAC or AAC.', { cause });

/**
 * Validates a recording by its bytes, whatever its declared type, and stores its sound, remuxed or converted, so that nothing else in the
 * file survives.
 * @returns its row, for `addMedia`, and its length in seconds
 * @throws ProductError voice.bad_audio, voice.too_long, body.too_large, media.full, media.not_configured, limits.rate
 */
export async function takeRecording(
  accountId: string,
  source: AsyncIterable<Uint8Array>,
): Promise<{ audio: MediaObject; seconds: number }> {
  if (!hasFfmpeg()) throw new ProductError('media.not_configured');
  return turn(accountId, () =>
    inTemporaryFolder(async (folder) => {
      const sent = path.join(folder, 'sent');
      await pipeline(Readable.from(source), createWriteStream(sent));
      if ((await stat(sent)).size > VOICE_BYTES)
        throw new ProductError('body.too_large', toSentence('The recording can be at most {n} MB.', { n: VOICE_BYTES / 1e6 }));
      const mime = (await fileTypeFromFile(sent))?.mime;
      const converted = CONVERTED[mime ?? ''];
      const format = converted ? RECORDED[0] : RECORDED.find(({ found }) => found.some((one) => one === mime));
      if (!format) throw badAudio();
      const recording = path.join(folder, `kept.${format.suffix}`);
      const sound = await describeSound(sent);
      // a cover picture in a music file is allowed, but not stored
      if (converted ? sound.codec === null : sound.codec !== format.codec || sound.hasPicture) throw badAudio();
      await (converted ? convertToOpus(sent, converted, recording, VOICE_SECONDS + 2 * GRACE_S) : rewrapSound(sent, recording)).catch(
        (cause: unknown) => {
          throw badAudio(cause);
        },
      );
      const seconds = await describeMedia(recording).then(
        (media) => media.seconds,
        () => 0,
      );
      if (seconds === 0) throw badAudio();
      if (seconds > VOICE_SECONDS + GRACE_S) throw new ProductError('voice.too_long');
      await assertMediaRoom(accountId, (await stat(recording)).size);
      const audio = await storeMedia({ accountId, kind: 'voice', type: format.type, source: createReadStream(recording) });
      return { audio, seconds };
    }),
  );
}
