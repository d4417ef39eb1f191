import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { makeMedia } from '#domain/platform/media/made-media.factory.ts';
import { transcribeSpeech } from '#domain/vendors/speech/speech.client.ts';
import {
  createVoiceNote,
  deleteVoiceNote,
  editVoiceNote,
  startTranscription,
  languageOf,
  splitAtSilence,
} from '#domain/voice/voice-note.commands.ts';
import { captionsOf, findTranscript, readVoiceNote } from '#domain/voice/voice-notes.queries.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';

const { database, control, sandbox } = usePipeline();
let folder: string;
let speech: File;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'voice-worker-'));
  const file = path.join(folder, 'speech.webm');
  // 40 s: a tone interrupted for a second every eight
  const broken = "aevalsrc='sin(440*2*PI*t)*lt(mod(t,8),7)':duration=40:sample_rate=16000";
  await makeMedia(['-f', 'lavfi', '-i', broken, '-c:a', 'libopus', '-b:a', '16k', file]);
  await makeMedia(['-t', '1', '-i', file, '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', path.join(folder, 'second.wav')]);
  speech = new File([new Uint8Array(readFileSync(file))], 'speech');
});
afterAll(() => rmSync(folder, { recursive: true }));

const begin = (accountId: string, changes: object = {}) =>
  createVoiceNote({
    accountId,
    requestId: randomUUID(),
    id: undefined,
    title: 'Bees',
    audioData: 'data:audio/webm;base64,',
    audio: speech,
    uploadId: undefined,
    transcription: '',
    createdAt: undefined,
    signal: new AbortController().signal,
    ...changes,
  });
async function ended(accountId: string, id: string) {
  await vi.waitUntil(async () => (await readVoiceNote(accountId, id)).transcription_status !== 'transcribing', {
    timeout: 60_000,
    interval: 20,
  });
  return readVoiceNote(accountId, id);
}
const calls = () =>
  sandbox()
    .calls('openai')
    .filter(({ purpose }) => purpose === 'transcription');

describe('a recording', () => {
  it('is split at pauses, and cut if there is none', () => {
    expect(splitAtSilence(20, [{ from: 5, to: 6 }])).toEqual([{ from: 0, to: 20 }]);
    expect(
      splitAtSilence(
        60,
        [10, 20, 27, 40].map((from) => ({ from, to: from + 1 })),
      ).map(({ to }) => to),
    ).toEqual([27.5, 40.5, 60]);
    expect(splitAtSilence(60, []).map(({ to }) => to)).toEqual([28, 56, 60]);
  });

  it('whose service does not report a language is detected by its text', () => {
    const message = ['The bees keep their hive warm through the winter.', 'Die Bienen halten ihren Stock im Winter warm.', 'Ja.'];
    expect(message.map(languageOf)).toEqual(['en', 'de', null]);
  });
});

describe('a voice note', () => {
  it('VOX-06 OPS-01 is transcribed in parallel parts, with the time of each word, and as captions', async () => {
    const accountId = await givenOwner();
    const before = calls().length;
    const { id } = await begin(accountId);
    const note = await ended(accountId, id);
    expect(note).toMatchObject({ transcription_status: 'ready', edited: false, language: 'en' });
    expect(note.transcription).toMatch(/^[A-Z][a-z ]+\. [A-Z]/);
    expect(calls().length - before).toBe(2);
    const { words } = await findTranscript(accountId, id);
    expect(words.map(({ start }) => start)).toEqual(words.map(({ start }) => start).toSorted((a, b) => a - b));
    expect(words.at(-1)!.end).toBeGreaterThan(35);
    expect(words.at(-1)!.end).toBeLessThanOrEqual(41);
    expect(await captionsOf(accountId, id)).toMatch(/^WEBVTT\n\n00:00:0\d\.\d{3} --> 00:00:0\d\.\d{3}\n\w+/);
    // a correction keeps the original transcript
    expect(await editVoiceNote({ accountId, noteId: id, transcription: 'Bees.' })).toMatchObject({ transcription: 'Bees.', edited: true });
    expect((await findTranscript(accountId, id)).text).toBe(note.transcription);
  });

  it('is transcribed by Gemini if OpenAI is busy', async () => {
    const accountId = await givenOwner();
    await control('PUT', 'faults', { service: 'openai', mode: '500' });
    const { id } = await begin(accountId);
    expect(await ended(accountId, id)).toMatchObject({ transcription_status: 'ready' });
    await control('DELETE', 'faults');
    const heard = sandbox()
      .calls('gemini')
      .filter(({ purpose }) => purpose === 'transcription');
    expect(heard).toHaveLength(2);
    const { words } = await findTranscript(accountId, id);
    // the word's own times, not its share of the part
    expect(words[1]!.start - words[0]!.start).toBeCloseTo(0.4, 1);
  });

  it('waits for a busy service; if that fails for good it has the fallback text, and can be retried', async () => {
    const accountId = await givenOwner();
    for (const service of ['openai', 'gemini']) await control('PUT', 'faults', { service, mode: 'garbage' });
    const { id } = await begin(accountId);
    expect(await ended(accountId, id)).toMatchObject({
      transcription: 'Auto-transcription not available',
      transcription_status: 'failed',
    });
    await control('DELETE', 'faults');
    await startTranscription({ accountId, noteId: id });
    expect(await ended(accountId, id)).toMatchObject({ transcription_status: 'ready' });
  });

  it('whose step is lost after the service has answered has one text, bought once', async () => {
    const accountId = await givenOwner();
    const before = calls().length;
    const { id } = await begin(accountId);
    await ended(accountId, id);
    // as if it crashed between the answer and its row: the same step runs again
    const { run_id: runId } = (await database.knex('voice_note').where({ id }).first('run_id'))!;
    const steps = await database.knex('step').where({ run_id: runId!, job: 'hear-speech' }).select('id');
    const { text } = await findTranscript(accountId, id);
    const sound = readFileSync(path.join(folder, 'second.wav'));
    for (const { id: key } of steps) {
      const step = { stepId: key, runId: runId!, accountId, cappedId: accountId, lane: 'interactive', ageMs: 0, tried: [] } as const;
      await transcribeSpeech({ step, sound, seconds: 1, key, signal: AbortSignal.timeout(5_000) });
    }
    const recorded = await database.knex('vendor_call').where({ run_id: runId! }).select('purpose', 'outcome', 'cost_micro_usd');
    expect(recorded.map(({ purpose, outcome }) => `${purpose} ${outcome}`)).toEqual(steps.map(() => 'hearing ok'));
    expect(recorded.every(({ cost_micro_usd: cost }) => Number(cost) > 0)).toBe(true);
    expect(calls().length - before).toBe(steps.length);
    expect(text).toBe((await readVoiceNote(accountId, id)).transcription);
  });

  it('that is deleted during its transcription leaves nothing', async () => {
    const accountId = await givenOwner();
    const { id } = await begin(accountId);
    await deleteVoiceNote({ accountId, noteId: id });
    expect(await database.knex('voice_note').where({ id })).toEqual([]);
    expect(await database.knex('media_object').where({ account_id: accountId, deleted_at: null })).toEqual([]);
  });
});
