import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { audioCost } from '#contract/audio/audio.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { readPodcast, audioFileOf, audioTurnsOf, showAudio } from '#domain/audio/audio.queries.ts';
import { startAudio, removeAudio } from '#domain/audio/audio.commands.ts';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { findMedia, readMedia, type MediaObject } from '#domain/media/store-media.command.ts';
import { findSilences } from '#domain/platform/media/ffmpeg.ts';
import { withFile } from '#domain/platform/media/made-media.factory.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';
import { patience } from '#ops/testing/slowness.ts';

/** Answers of the current test by purpose, in order; without one the sandbox gives its own. */
let answers: Record<string, ((composed: string) => string)[]> = {};
const { database, control, sandbox } = usePipeline({
  answer: ({ purpose }, composed) => answers[purpose]?.shift()?.(composed) ?? composed,
});
beforeEach(() => void (answers = {}));
const language = 'english';

/** The text of a lesson of a minute and a half: several parts for a voice, in paragraphs. */
const LONG = [
  'A colony in spring grows faster than its hive. The queen lays more than a thousand eggs a day, and each becomes a bee within three weeks. By the middle of May the brood fills every frame, and the workers begin to look for room.',
  '## What a swarm is\n\nWhen there is none, the colony divides. The old queen leaves with half of the bees, and those that stay raise a new one from a cell that hangs at the edge of a comb.',
  'You see it coming. Cups with eggs at the lower edge of the frames are the first sign, and the second is a hive that flies less on a warm day, because its foragers stay at home.',
  '## What you do about it\n\nGive room before it is needed: a second box when bees cover seven of ten frames. Look through the brood every nine days until the end of June, and take out the cells that you find.',
  'If you are late, make two colonies of one yourself. Put the queen with three frames of brood into a box of its own, and the rest believes that it has swarmed.',
].join('\n\n');
/** A short text, where the number of parts proves nothing. */
const BRIEF = LONG.split('\n\n')[0]!;

async function withCourse(content = BRIEF, next = content) {
  const accountId = await givenOwner();
  const lessons = [buildLesson({ title: 'Swarming', content }), buildLesson({ title: 'The second hive', content: next })];
  const courseId = await givenCourse(accountId, { document: { modules: [{ title: 'Spring', summary: 'Growth', lessons }] } });
  // its run does no work here, and would occupy a slot
  await database.knex('run').where({ account_id: accountId }).update({ status: 'completed', finished_at: new Date() });
  return { accountId, courseId, lessons: (await showAudio({ accountId, courseId })).lessons };
}
const order = (of: { accountId: string; courseId: string }, changes: object = {}) =>
  startAudio({ ...of, language, style: 'voice', lessons: undefined, requestId: randomUUID(), idempotencyKey: undefined, ...changes });
const ended = (runId: string) =>
  vi.waitUntil(
    async () => ['completed', 'failed', 'cancelled'].includes((await database.knex('run').where({ id: runId }).first())!.status),
    {
      timeout: 150_000,
      interval: 20,
    },
  );
const runOf = async (runId: string) => (await database.knex('run').where({ id: runId }).first())!;
const told = (runId: string) => database.knex('notification').where({ task_id: runId }).select('kind', 'course_id');
/** Removes all speech services, so that the machine's own voice speaks. */
const withoutVoices = (): void => {
  const settings = config();
  setConfig({ ...settings, services: { ...settings.services, speech: false } });
};
async function pausesIn(media: MediaObject): Promise<{ from: number; to: number }[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'audio-worker-'));
  try {
    const file = path.join(folder, 'lesson.mp3');
    await writeFile(file, readMedia(media));
    return await withFile(file, findSilences);
  } finally {
    await rm(folder, { recursive: true });
  }
}
const spokenBy = (service: string) =>
  sandbox()
    .calls(service)
    .filter(({ purpose }) => purpose === 'speech');

// the robotic voice and ffmpeg each need a processor, for which they wait on a busy machine
describe('a course as audio', { timeout: patience(180_000) }, () => {
  it('is written lesson by lesson, spoken, and charged by the minute', async () => {
    withoutVoices();
    const { lessons, ...of } = await withCourse(LONG, BRIEF);
    const runId = (await order(of))!;
    await ended(runId);
    expect(await told(runId)).toEqual([{ kind: 'audio.completed', course_id: of.courseId }]);
    const audio = await showAudio(of);
    expect(audio.lessons.map(({ state }) => state)).toEqual(lessons.map(() => 'ready'));
    expect(audio).toMatchObject({ mechanical: true, spoken: [language], task_id: null, problem: null });
    const seconds = audio.lessons.reduce((sum, one) => sum + one.seconds!, 0);
    const { status, tokens_reserved, tokens_charged } = await runOf(runId);
    expect(status).toBe('completed');
    expect(tokens_reserved).toBe(audioCost(lessons.reduce((sum, { minutes }) => sum + minutes, 0)));
    expect(tokens_charged).toBeGreaterThanOrEqual(audioCost(Math.floor(seconds / 60)));
    expect(tokens_charged).toBeLessThanOrEqual(tokens_reserved);
    // audio that is up to date is not made again
    expect(await order(of)).toBeNull();
    // 64 kbit/s
    expect(audio.lessons[0]!.bytes! / audio.lessons[0]!.seconds!).toBeCloseTo(8_000, -3);
  });

  it('its transcript has the words of the whole lesson, in order, with their times', { tags: 'slow' }, async () => {
    withoutVoices();
    const { lessons, ...of } = await withCourse(LONG);
    const lessonId = lessons[0]!.lesson_id;
    await ended((await order(of, { lessons: [lessonId], style: 'dialogue' }))!);
    const { seconds } = (await showAudio(of)).lessons[0]!;
    const turns = await audioTurnsOf({ ...of, language, lessonId });
    expect(new Set(turns.map(({ voice }) => voice))).toEqual(new Set(['first', 'second']));
    const times = turns.flatMap(({ words }) => words.flatMap(({ start, end }) => [start, end]));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(seconds!);
    expect(times.length).toBeGreaterThan(200);
    const [script] = await database
      .knex('step')
      .where({ key: `script-${lessonId}` })
      .pluck('output');
    const written = (script as { turns: { text: string }[] }).turns.flatMap(({ text }) => text.split(/\s+/));
    expect(turns.flatMap(({ words }) => words.map(({ text }) => text))).toEqual(written);
    // each voice begins after a pause: the audible words must match the transcript within 0.3 s
    const pauses = await pausesIn(await audioFileOf({ ...of, language, lessonId }));
    for (const { words } of turns.slice(1)) {
      const begins = words[0]!.start;
      const nearest = Math.min(...pauses.map(({ to }) => Math.abs(to - begins)));
      expect([words[0]!.text, begins, nearest < 0.3]).toEqual([words[0]!.text, begins, true]);
    }
    expect((await showAudio(of)).lessons.slice(1).every(({ state }) => state === 'none')).toBe(true);
  });

  it('another service checks the script; its corrections are applied before a voice speaks it', async () => {
    withoutVoices();
    await control('PUT', 'review', { revise_share: 0 });
    answers = { 'audio-script': [(composed) => composed.replace('"text":"', '"text":"Bees are wasps. ')] };
    const { lessons, ...of } = await withCourse();
    const lessonId = lessons[0]!.lesson_id;
    const runId = (await order(of, { lessons: [lessonId] }))!;
    await ended(runId);
    const turns = await audioTurnsOf({ ...of, language, lessonId });
    expect(turns.flatMap(({ words }) => words.map(({ text }) => text))).not.toContain('wasps.');
    await callsSettled();
    const calls: { purpose: string; service: string }[] = await database
      .knex('vendor_call')
      .where({ run_id: runId })
      .orderBy('started_at')
      .select('purpose', 'service');
    expect(calls.map(({ purpose }) => purpose)).toEqual(['audio-script', 'audio-script-check', 'audio-script']);
    expect(calls[1]!.service).not.toBe(calls[0]!.service);
    expect(await database.knex('audio_lesson').where({ account_id: of.accountId }).pluck('checked_by')).toEqual([calls[1]!.service]);
  });

  it('a script that no other service can check is spoken as it is', async () => {
    withoutVoices();
    const { lessons, ...of } = await withCourse();
    answers = { 'audio-script-check': SERVICES.map(() => () => 'no JSON') };
    await ended((await order(of, { lessons: [lessons[0]!.lesson_id] }))!);
    expect((await showAudio(of)).lessons[0]).toMatchObject({ state: 'ready' });
    expect(await database.knex('audio_lesson').where({ account_id: of.accountId }).pluck('checked_by')).toEqual([null]);
  });

  it('services with keys speak, the next one if one is busy; each part is ordered once', { tags: 'slow' }, async () => {
    const { lessons, ...of } = await withCourse(LONG);
    const named = [lessons[0]!.lesson_id];
    const runId = (await order(of, { lessons: named }))!;
    await ended(runId);
    const spoken = spokenBy('openai');
    expect(spoken.length).toBeGreaterThan(2);
    expect(new Set(spoken.map(({ key }) => key)).size).toBe(spoken.length);
    expect(await database.knex('audio_lesson').where({ account_id: of.accountId }).pluck('spoken_by')).toEqual(['openai']);
    expect(await showAudio(of)).toMatchObject({ mechanical: false });
    // operators see the cost of each part, for synthesis and transcription
    const calls = database.knex('vendor_call').where({ run_id: runId, outcome: 'ok' });
    const count = async (purpose: string) => (await calls.clone().where({ purpose }).where('cost_micro_usd', '>', 0)).length;
    expect([await count('speech'), await count('hearing')]).toEqual([spoken.length, spoken.length]);
    await callsSettled();
    const costs: unknown[] = await calls.clone().pluck('cost_micro_usd');
    const [cost] = await database.knex('run_cost').where({ run_id: runId }).pluck('micro_usd');
    expect(Number(cost)).toBe(costs.reduce<number>((sum, one) => sum + Number(one), 0));
    await control('PUT', 'faults', { service: 'openai', mode: '500' });
    await ended((await order(of, { lessons: [lessons[1]!.lesson_id] }))!);
    await control('DELETE', 'faults');
    expect(spokenBy('gemini').length).toBeGreaterThan(2);
    const voices = await database.knex('audio_lesson').where({ account_id: of.accountId }).orderBy('made_at').pluck('spoken_by');
    expect(voices).toEqual(['openai', 'gemini']);
  });

  it(
    'a part that is spoken while the file store is unavailable is stored when it is back, and nothing is ordered again',
    { tags: 'slow' },
    async () => {
      const { lessons, ...of } = await withCourse();
      const settings = config();
      let refusals = 0;
      const away = createServer((socket) => void socket.destroy()).on('connection', () => (refusals += 1));
      await once(away.listen(0, '127.0.0.1'), 'listening');
      try {
        await control('PUT', 'latency', { ms: 200 });
        const runId = (await order(of, { lessons: [lessons[0]!.lesson_id] }))!;
        await vi.waitUntil(() => spokenBy('openai').length > 0, { timeout: 60_000, interval: 5 });
        const storageEndpoint = `http://127.0.0.1:${(away.address() as AddressInfo).port}`;
        setConfig({ ...settings, google: { ...settings.google, storageEndpoint } });
        await vi.waitUntil(() => refusals > 2, { timeout: 60_000 });
        setConfig(settings);
        await control('PUT', 'latency', { ms: 0 });
        await ended(runId);
      } finally {
        away.close();
      }
      expect((await showAudio(of)).lessons[0]).toMatchObject({ state: 'ready' });
      const spoken = spokenBy('openai');
      expect(new Set(spoken.map(({ key }) => key)).size).toBe(spoken.length);
    },
  );

  it('another order in the meantime is refused, the same one is the same run; a stopped one keeps the spoken lessons', async () => {
    const { lessons, ...of } = await withCourse();
    const first = [lessons[0]!.lesson_id];
    const [runId, again] = await Promise.all([order(of, { lessons: first }), order(of, { lessons: first })]);
    expect(again).toBe(runId);
    const isLive = async () => ['queued', 'running'].includes((await runOf(runId!)).status);
    if (await isLive()) {
      await order(of, { style: 'dialogue' }).then(
        () => undefined,
        (error: unknown) => expect(error).toMatchObject({ code: 'audio.being_made' }),
      );
    }
    await ended(runId!);
    const whole = (await order(of))!;
    await cancelRun({ runId: whole, accountId: of.accountId, keep: true });
    await ended(whole);
    expect((await runOf(whole)).tokens_charged).toBeLessThan((await runOf(whole)).tokens_reserved);
    expect((await showAudio(of)).lessons[0]).toMatchObject({ state: 'ready' });
  });

  it('a changed lesson makes its audio stale, and removed audio is deleted with its files', async () => {
    const { lessons, ...of } = await withCourse();
    const lessonId = lessons[0]!.lesson_id;
    await ended((await order(of, { lessons: [lessonId] }))!);
    const file = await audioFileOf({ ...of, language, lessonId });
    expect((await readPodcast({ ...of, language })).lessons).toMatchObject([{ lessonId, bytes: file.bytes, season: 1 }]);
    await database.knex('audio_lesson').update({ source_hash: 'of another text' });
    expect((await showAudio(of)).lessons[0]).toMatchObject({ state: 'stale' });
    await removeAudio({ ...of, language });
    await expect(audioFileOf({ ...of, language, lessonId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(findMedia(file.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('if no service can write the script nothing is charged, with the reason', async () => {
    const { lessons, ...of } = await withCourse();
    await control('PUT', 'faults', { service: '*', mode: 'garbage' });
    const runId = (await order(of, { lessons: [lessons[0]!.lesson_id] }))!;
    await ended(runId);
    await control('DELETE', 'faults');
    expect(await runOf(runId)).toMatchObject({ status: 'failed', tokens_charged: 0 });
    expect(await told(runId)).toEqual([{ kind: 'audio.failed', course_id: of.courseId }]);
    expect(await showAudio(of)).toMatchObject({
      problem: 'No service could create audio for these lessons. Nothing was charged. Please try again.',
    });
  });
});
