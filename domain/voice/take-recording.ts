import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import pLimit from 'p-limit';
import { VOICE_BYTES, VOICE_SECONDS } from '#contract/voice/voice.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { assertMediaRoom, storeMedia, type MediaObject } from '#domain/media/media.command.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { describeMedia, describeSound, hasFfmpeg, rewrapSound } from '#domain/platform/media/ffmpeg.ts';
import { inVoiceFolder } from './speech-files.ts';

/** G53: accepted recordings, by their bytes: container, required audio codec, and the stored type. */
const FORMATS = [
  { found: ['audio/webm', 'video/webm', 'video/matroska'], codec: 'opus', suffix: 'webm', type: 'audio/webm' },
  { found: ['audio/mp4', 'audio/x-m4a', 'video/mp4', 'video/x-m4v'], codec: 'aac', suffix: 'mp4', type: 'audio/mp4' },
] as const;
/** A recorder stops a little later than requested. */
const GRACE_S = 5;
/** ffmpeg uses a CPU for a moment per recording. */
const turn = pLimit(2);

/**
 * Validates a recording by its bytes, whatever its declared type, and stores its remuxed sound: nothing else in the file survives.
 * @returns its row, for `addMedia`, and its length in seconds
 * @throws ProductError voice.bad_audio, voice.too_long, body.too_large, media.full, media.not_configured
 */
export async function takeRecording(accountId: string, bytes: Uint8Array): Promise<{ audio: MediaObject; seconds: number }> {
  if (!hasFfmpeg()) throw new ProductError('media.not_configured');
  if (bytes.length > VOICE_BYTES)
    throw new ProductError('body.too_large', toSentence('The recording may have {n} MB at most.', { n: VOICE_BYTES / 1e6 }));
  const mime = (await fileTypeFromBuffer(bytes))?.mime;
  const format = FORMATS.find(({ found }) => found.some((one) => one === mime));
  if (!format) throw new ProductError('voice.bad_audio');
  return turn(() =>
    inVoiceFolder(async (folder) => {
      const [sent, kept] = [path.join(folder, 'sent'), path.join(folder, `kept.${format.suffix}`)];
      await writeFile(sent, bytes);
      const sound = await describeSound(sent);
      if (sound.codec !== format.codec || sound.hasPicture) throw new ProductError('voice.bad_audio');
      await rewrapSound(sent, kept).catch((cause: unknown) => {
        throw new ProductError('voice.bad_audio', undefined, { cause });
      });
      const seconds = await describeMedia(kept).then(
        (media) => media.seconds,
        () => 0,
      );
      if (seconds === 0) throw new ProductError('voice.bad_audio');
      if (seconds > VOICE_SECONDS + GRACE_S) throw new ProductError('voice.too_long');
      await assertMediaRoom(accountId, (await stat(kept)).size);
      const audio = await storeMedia({ accountId, kind: 'voice', type: format.type, source: createReadStream(kept) });
      return { audio, seconds };
    }),
  );
}
