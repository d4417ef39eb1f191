import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SpokenWord } from '#contract/voice/voice.contract.ts';
import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { describeMedia, hasFfmpeg, soundPart } from '#domain/platform/media/ffmpeg.ts';
import { inTemporaryFolder } from '#domain/platform/media/temporary-folder.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import type { PollLater } from '#domain/platform/steps/defer-step.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { readMedia } from '#domain/media/store-media.command.ts';
import { hasSpeechService, transcribeSpeech } from '#domain/vendors/speech/speech.client.ts';
import { AllowanceWait } from '#domain/vendors/llm/vendor-failure.ts';
import { webVtt } from './captions.ts';
import type { VideoRequest } from './video.kind.ts';

interface Work {
  readonly step: ClaimedStep<VideoRequest, { waits?: number } | null>;
  readonly signal: AbortSignal;
}

const AGAIN_MS = 5_000;
const WITHIN_MS = 10 * 60_000;
/** Maximum number of waits for a busy service; then the clip has no captions. */
const MOST_WAITS = 6;
/** Maximum length of a transcription request, in seconds. */
const PART_S = 28;

/**
 * Transcribes the speech of a clip as captions, and ends the run. Captions are optional: a clip without sound, or without a speech service,
 * ends without them.
 * @returns when to poll again, while the service is busy
 */
export async function transcribeClip({ step, signal }: Work): Promise<PollLater | void> {
  const { video_id: videoId } = (await database()('video_clip').where({ run_id: step.runId }).first('video_id'))!;
  let words: readonly SpokenWord[] = [];
  try {
    if (hasFfmpeg() && hasSpeechService()) words = await wordsOf(videoId!, step, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const waits = step.payload?.waits ?? 0;
    if (error instanceof AllowanceWait && waits < MOST_WAITS)
      return { afterMs: AGAIN_MS, withinMs: WITHIN_MS, payload: { waits: waits + 1 } };
    logger().warn({ err: error, run_id: step.runId }, 'clip: goes without captions');
  }
  const { duration } = step.request;
  await completeStep(step, {
    output: {},
    async also(trx) {
      await trx('video_clip')
        .where({ run_id: step.runId })
        .update({ captions: webVtt(words) });
      const { output } = (await trx('step').where({ run_id: step.runId, key: 'join' }).first('output'))!;
      const seconds: number = (output as { seconds: number }).seconds;
      const delivered = Math.min(seconds, duration);
      await completeRun(trx, {
        runId: step.runId,
        result: { seconds },
        share: (reserved) => Math.min(reserved, Math.round((reserved * delivered) / duration)),
        units: Math.ceil(delivered),
      });
    },
  });
}

const wordsOf = (videoId: string, step: Work['step'], signal: AbortSignal): Promise<SpokenWord[]> =>
  inTemporaryFolder(async (folder) => {
    const clip = path.join(folder, 'clip.mp4');
    await pipeline(readMedia({ id: videoId }), createWriteStream(clip), { signal });
    const { seconds, hasSound } = await describeMedia(clip);
    if (!hasSound) return [];
    const words: SpokenWord[] = [];
    for (let from = 0; from < seconds; from += PART_S) {
      const to = Math.min(seconds, from + PART_S);
      const sound = path.join(folder, `${from}.wav`);
      await soundPart(clip, { from, to }, sound, signal);
      const key = `${step.stepId}:${from}`;
      const part = await transcribeSpeech({ step, sound: await readFile(sound), seconds: to - from, key, signal });
      words.push(...part.words.map(({ text, start, end }) => ({ text, start: from + start, end: from + end })));
    }
    return words;
  });
