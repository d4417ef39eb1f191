import { beforeAll, describe, expect, it } from 'vitest';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { recordEvents } from '#domain/platform/runs/run-event.ts';
import { givenCompletedRun, givenStartedRun, playFailure, playOutline, playWriting } from '#domain/generation/runs/run.factory.ts';
import { database } from '#domain/platform/database.ts';

const api = useTestApi();
let ada: Person;
beforeAll(async () => {
  ada = await api.givenPerson('ada@example.com');
});

const call = (method: string, address: string, body?: unknown) =>
  api.call(address, { method, bearer: ada.accessToken, ...(body !== undefined && { body }) });

describe('stopping', () => {
  it('returns the envelope, and with keep=true that of the course of the finished lessons; 409 if the run has ended', async () => {
    const stop = (runId: string, keep = '') => call('DELETE', `/api/generate-course/${runId}${keep}`);
    expect(await stop(await givenStartedRun(ada.userId))).toMatchObject({ status: 200, json: { status: 'cancelled', stopped: true } });
    const runId = await givenStartedRun(ada.userId);
    await playWriting(runId, (await playOutline(runId))[0]!);
    expect(await stop(runId, '?keep=perhaps')).toMatchObject({ status: 400 });
    expect((await stop(runId, '?keep=true')).json).toMatchObject({
      status: 'completed',
      stopped: true,
      result: { course_id: expect.any(String) },
    });
    const { runId: ended } = await givenCompletedRun(ada.userId);
    expect(await stop(ended)).toMatchObject({ status: 409, json: { code: 'run.ended' } });
  });
});

describe('the practice of all lessons', () => {
  it('is answered with 202 and the run that writes it, and refused with a code if none is missing', async () => {
    const runId = await givenStartedRun(ada.userId);
    for (const lessonId of await playOutline(runId)) await playWriting(runId, lessonId);
    await call('DELETE', `/api/generate-course/${runId}?keep=true`);
    const retry = (taskId: string) => call('POST', `/api/generate-course/${taskId}/practice/retry`);
    expect(await retry(runId)).toMatchObject({ status: 202, json: { kind: 'lesson', tokens: { reserved: 0 } } });
    const { runId: whole } = await givenCompletedRun(ada.userId);
    expect(await retry(whole)).toMatchObject({ status: 409, json: { code: 'run.lesson_not_failed' } });
  });
});

describe('a repeated request', () => {
  const form = {
    age: 12,
    guardian_agreement: true,
    topic: 'Dry walls',
    learning_goals: 'Build one',
    difficulty: 'expert',
    accessibility_options: ['captions'],
  };

  it('the owner can read the complete form of a run, whatever became of the run', async () => {
    const { json } = await call('POST', '/api/generate-course', { ...form, review_outline: true, success_metrics: 'It stands' });
    await call('DELETE', `/api/generate-course/${json.task_id}`);
    const answer = await call('GET', `/api/generate-course/${json.task_id}/form`);
    expect(answer.status).toBe(200);
    const whole = courseFormSchema.parse({ ...form, review_outline: true, success_metrics: 'It stands' });
    expect(answer.json).toEqual({ form: whole });
    const theirs = await api.givenPerson('not-ada@example.com');
    expect((await api.call(`/api/generate-course/${json.task_id}/form`, { bearer: theirs.accessToken })).status).toBe(404);
  });

  it('a run of single lessons has no form', async () => {
    const { runId, lessons } = await givenCompletedRun(ada.userId, { failing: 1 });
    const { json } = await call('POST', `/api/generate-course/${runId}/lessons/${lessons[0]}/retry`);
    expect((await call('GET', `/api/generate-course/${json.task_id}/form`)).status).toBe(404);
    expect((await call('GET', '/api/generate-course/nonsense/form')).status).toBe(404);
  });
});

describe('GEN-03 the log of a long run', () => {
  it('is complete on its own pages, while the status contains the newest hundred lines and the number of earlier ones', async () => {
    const runId = await givenStartedRun(ada.userId);
    const first = (await call('GET', `/api/generate-course/status/${runId}`)).json;
    expect(first.log_earlier).toBeUndefined();
    const told = Array.from({ length: 600 }, (_, n) => `Line ${n}`);
    await recordEvents(
      database(),
      runId,
      told.map((text) => ({ name: 'test', message: toSentence(text) })),
    );
    const { json } = await call('GET', `/api/generate-course/status/${runId}`);
    expect(json.log).toHaveLength(100);
    expect(json.log_earlier).toBe(first.log.length + 500);

    const page = async (skip: string) => (await call('GET', `/api/generate-course/${runId}/log${skip}`)).json;
    const one = await page('');
    const two = await page(`?skip=${one.next}`);
    expect([one.lines.length, one.next, two.next]).toEqual([500, 500, null]);
    const lines = [...one.lines, ...two.lines];
    expect(lines.slice(0, first.log.length)).toEqual(first.log);
    expect(lines.slice(first.log.length).map(({ text }: { text: string }) => text)).toEqual(told);
    expect(lines.slice(json.log_earlier)).toEqual(json.log);
    expect(await page('?skip=9000')).toEqual({ lines: [], next: null });
    expect((await call('GET', `/api/generate-course/${runId}/log?skip=-1`)).status).toBe(400);
  });
});

describe('retrying a lesson', () => {
  it('answers 202 and a status URL: of the run itself while it is active, of a new run afterwards', async () => {
    const runId = await givenStartedRun(ada.userId);
    const [lesson] = await playOutline(runId);
    await playFailure(runId, lesson!);
    const live = await call('POST', `/api/generate-course/${runId}/lessons/${lesson}/retry`);
    expect([live.status, live.json.task_id, live.headers.location]).toEqual([202, runId, `/api/generate-course/status/${runId}`]);

    const done = await givenCompletedRun(ada.userId, { failing: 1 });
    const own = await call('POST', `/api/generate-course/${done.runId}/lessons/${done.lessons[0]}/retry`);
    expect([own.status, own.json.kind, own.headers.location]).toEqual([202, 'lesson', `/api/generate-course/status/${own.json.task_id}`]);
    const refused = await call('POST', `/api/generate-course/${done.runId}/lessons/${done.lessons[1]}/retry`);
    expect([refused.status, refused.json.code]).toEqual([409, 'run.lesson_not_failed']);
  });
});

describe('a run that failed after its outline', () => {
  it('continues with 202 and a status URL; a run that did not fail is 409', async () => {
    const runId = await givenStartedRun(ada.userId);
    for (const lesson of await playOutline(runId)) await playFailure(runId, lesson);
    const retried = await call('POST', `/api/generate-course/${runId}/retry`);
    expect([retried.status, retried.json.status, retried.headers.location]).toEqual([
      202,
      'running',
      `/api/generate-course/status/${runId}`,
    ]);
    const done = await givenCompletedRun(ada.userId);
    const refused = await call('POST', `/api/generate-course/${done.runId}/retry`);
    expect([refused.status, refused.json.code]).toEqual([409, 'run.not_failed']);
  });
});

describe('checking the outline first', () => {
  const form = { age: 30, topic: 'Bees', learning_goals: 'Keep one colony', review_outline: true };

  it('is answered at once, because the wait is unbounded, and continues when the outline is approved', async () => {
    const asked = await call('POST', '/api/generate-course', form);
    expect([asked.status, asked.headers['preference-applied']]).toEqual([202, undefined]);
    const runId = asked.json.task_id;
    const outline = { title: 'Bees', modules: [{ title: 'All', lessons: [{ title: 'The hive' }, { title: 'The honey' }] }] };
    const early = await call('POST', `/api/generate-course/${runId}/approve`, outline);
    expect([early.status, early.json.code]).toEqual([409, 'run.not_waiting']);
    await playOutline(runId);
    const broken = await call('POST', `/api/generate-course/${runId}/approve`, { ...outline, modules: [{ title: '  ', lessons: [] }] });
    expect([broken.status, broken.json.errors.map((error: { path: string }) => error.path)]).toEqual([
      400,
      ['modules.0.title', 'modules.0.lessons'],
    ]);
    const unseen = { ...outline, modules: [{ title: 'All', lessons: [{ title: '\u200b\u200b' }] }] };
    expect((await call('POST', `/api/generate-course/${runId}/approve`, unseen)).json.errors).toMatchObject([
      { path: 'modules.0.lessons.0.title' },
    ]);
    const { status, json } = await call('POST', `/api/generate-course/${runId}/approve`, outline);
    expect([status, json.stage, json.title, json.items.map((item: { title: string }) => item.title)]).toEqual([
      200,
      'lessons',
      'Bees',
      ['The hive', 'The honey'],
    ]);
  });
});

describe('the list of runs', () => {
  it('is not mistaken for a run, and pages', async () => {
    const { status, json } = await call('GET', '/api/generate-course/runs?limit=2');
    expect([status, json.runs.length, typeof json.next]).toEqual([200, 2, 'string']);
    expect((await call('GET', `/api/generate-course/runs?limit=100&after=${encodeURIComponent(json.next)}`)).json.next).toBeNull();
    const live = (await call('GET', '/api/generate-course/runs?live=true')).json.runs;
    expect(new Set(live.map((run: { status: string }) => run.status))).toEqual(new Set(['running']));
  });
});

it('A19 a finished course is in the list of notifications, once, until it is read', async () => {
  const person = await api.givenPerson('bell@example.com');
  const { runId } = await givenCompletedRun(person.userId);
  const list = () => api.call('/api/notifications', { bearer: person.accessToken }).then((answer) => answer.json);
  expect(await list()).toMatchObject({
    unread: 1,
    notifications: [
      {
        kind: 'run.completed',
        task_id: runId,
        course_id: expect.any(String),
        subject: 'Beekeeping for a first year',
        lessons: { delivered: 6, planned: 6 },
        read: false,
      },
    ],
  });
  await givenCompletedRun(person.userId, { failing: 5 });
  expect((await list()).notifications[0]).toMatchObject({ kind: 'run.completed', lessons: { delivered: 1, planned: 6 } });
  const read = await api.call('/api/notifications/read', { method: 'POST', bearer: person.accessToken, body: {} });
  expect([read.status, read.json]).toEqual([200, { unread: 0 }]);
  expect((await list()).notifications[0].read).toBe(true);
});

it('the usage of a run can be read', async () => {
  const { json } = await call('GET', `/api/generate-course/${await givenStartedRun(ada.userId)}/usage`);
  expect(json).toMatchObject({ total: { calls: 0, cost_micro_usd: 0 }, by_service: [], by_stage: [], by_lesson: [] });
});
