import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { joinWords } from '#contract/voice/join-words.ts';
import type { SpokenWord } from '#contract/voice/voice.contract.ts';
import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { soundPart } from '#domain/platform/media/ffmpeg.ts';
import { lengthOf, openMedia } from '#domain/platform/media/open-media.ts';
import { hasFfmpeg, inMediaTurn } from '#domain/platform/media/run-ffmpeg.ts';
import { inTemporaryFolder } from '#domain/platform/media/temporary-folder.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import type { PollLater } from '#domain/platform/steps/defer-step.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';
import { readMedia } from '#domain/media/store-media.command.ts';
import { hasSpeechService, transcribeSpeech } from '#domain/vendors/speech/speech.client.ts';
import { AllowanceWait } from '#domain/vendors/llm/vendor-failure.ts';
import type { VideoRequest } from './video.kind.ts';

interface Work {
  readonly step: ClaimedStep<VideoRequest, { waits?: number } | null>;
  readonly signal: AbortSignal;
}

const AGAIN_MS = 5_000;
const WITHIN_MS = 10 * 60_000;
/** Maximum number of waits for a busy service; after them, the clip has no captions. */
const MOST_WAITS = 6;
/** Maximum length of a transcription request, in seconds. */
const PART_S = 28;

/**
 * Transcribes the speech of a clip as captions, and ends the run. Captions are optional: without sound, or without a speech service, the
 * clip has none.
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
    logger().warn({ err: error, run_id: step.runId }, 'clip: could not be transcribed, so it has no captions');
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
    const whose = { decoded: 'sound', turn: turnOfStep(step), signal } as const;
    const opened = await inMediaTurn(whose, (media) => openMedia(media, clip));
    if (opened.sounds.length === 0) return [];
    const seconds = lengthOf(opened);
    const words: SpokenWord[] = [];
    for (let from = 0; from < seconds; from += PART_S) {
      const to = Math.min(seconds, from + PART_S);
      const sound = path.join(folder, `${from}.wav`);
      await inMediaTurn(whose, (media) => soundPart(media, opened, { from, to }, sound));
      const key = `${step.stepId}:${from}`;
      const part = await transcribeSpeech({ step, sound: await readFile(sound), seconds: to - from, key, signal });
      words.push(...part.words.map(({ text, start, end }) => ({ text, start: from + start, end: from + end })));
    }
    return words;
  });

/** Limits of a cue: characters, seconds, and the pause that ends it. */
const CUE = { characters: 64, seconds: 5, pause: 0.8 } as const;

/** Converts words with times to WebVTT; null without speech. */
export function webVtt(words: readonly SpokenWord[]): string | null {
  const cues: SpokenWord[] = [];
  for (const { text, start, end } of words) {
    const last = cues.at(-1);
    const fits = last && last.text.length + text.length < CUE.characters && end - last.start <= CUE.seconds && start - last.end < CUE.pause;
    if (fits) cues[cues.length - 1] = { text: joinWords([last.text, text]), start: last.start, end };
    else cues.push({ text, start, end });
  }
  if (cues.length === 0) return null;
  const lines = cues.map(({ text, start, end }) => `${timeOf(start)} --> ${timeOf(Math.max(end, start + 0.1))}\n${escaped(text)}`);
  return `WEBVTT\n\n${lines.join('\n\n')}\n`;
}

function timeOf(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
