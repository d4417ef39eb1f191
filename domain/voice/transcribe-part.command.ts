import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SpokenWord } from '#contract/voice/voice.contract.ts';
import { inTemporaryFolder } from '#domain/platform/media/temporary-folder.ts';
import { database } from '#domain/platform/database.ts';
import { durationOf, findSilences, soundPart } from '#domain/platform/media/ffmpeg.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { transcribeSpeech, type Transcript } from '#domain/vendors/speech/speech.client.ts';
import { languageOf } from './language-of.ts';
import { fetchRecording } from './speech-files.ts';
import { splitAtSilence, type Stretch } from './split-points.ts';
import { partOf, type TranscriptionRequest } from './transcription.kind.ts';

interface Work {
  readonly step: ClaimedStep<TranscriptionRequest, unknown>;
  readonly signal: AbortSignal;
}

/** Detects a recording's length and pauses, and chooses the parts to split it into. */
export async function splitSpeech({ step, signal }: Work): Promise<void> {
  const parts = await inTemporaryFolder(async (folder) => {
    const file = await fetchRecording(step.request.audio_id, folder, signal);
    return splitAtSilence(await durationOf(file), await findSilences(file, signal));
  });
  await completeStep(step, { output: { parts } });
}

/**
 * Transcribes one part. The order has an idempotency key, so that a crash after it pays nothing twice.
 * @throws ProductError vendors.failed; AllowanceWait
 */
export async function transcribePart({ step, signal }: Work): Promise<void> {
  const part = (await partsOf(step.runId))[partOf(step.key)]!;
  const seconds = part.to - part.from;
  const heard = await inTemporaryFolder(async (folder) => {
    const file = await fetchRecording(step.request.audio_id, folder, signal);
    const sound = path.join(folder, 'part.wav');
    await soundPart(file, part, sound, signal);
    return transcribeSpeech({ step, sound: await readFile(sound), seconds, key: step.stepId, signal });
  });
  await completeStep(step, { output: heard });
}

/** Joins the transcribed parts, with times of the whole; the note shows the result unless its owner has written a text meanwhile. */
export async function joinSpeech({ step }: Work): Promise<void> {
  const parts = await partsOf(step.runId);
  const rows: { key: string; output: Transcript }[] = await database()('step')
    .where({ run_id: step.runId, job: 'hear-speech', state: 'completed' })
    .select('key', 'output');
  const heard = rows.toSorted((a, b) => partOf(a.key) - partOf(b.key));
  const words: SpokenWord[] = heard.flatMap(({ key, output }) =>
    output.words.map(({ text, start, end }) => {
      const { from } = parts[partOf(key)]!;
      return { text, start: from + start, end: from + end };
    }),
  );
  const text = heard
    .map(({ output }) => output.text)
    .filter((one) => one !== '')
    .join(' ');
  const language = heard.find(({ output }) => output.language !== null)?.output.language ?? languageOf(text);
  await completeStep(step, {
    output: {},
    async also(trx) {
      await trx('voice_note')
        .where({ id: step.request.voice_note_id, run_id: step.runId })
        .update({
          heard: JSON.stringify({ text, words, language }),
          transcription: expression(trx, sql`case when transcription = '' then ${text} else transcription end`),
        });
      await completeRun(trx, { runId: step.runId, result: {}, share: () => 0 });
    },
  });
}

async function partsOf(runId: string): Promise<Stretch[]> {
  const step = await database()('step').where({ run_id: runId, key: 'split' }).first('output');
  return (step!.output as { parts: Stretch[] }).parts;
}
