import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { walletBalance } from '#domain/billing/wallet/wallet.queries.ts';
import { buildOutline, givenCompletedRun, givenStartedRun, playFailure, playOutline } from '#domain/generation/runs/run.factory.ts';
import { database } from '#domain/platform/database.ts';

const api = useTestApi();
let serial = 0;
let ada: Person;
beforeEach(async () => {
  ada = await api.givenPerson(`ada-${++serial}@example.com`);
});

const post = (address: string, key?: string, body?: unknown) =>
  api.call(address, { method: 'POST', bearer: ada.accessToken, body, ...(key && { headers: { 'Idempotency-Key': key } }) });
const stop = (runId: string) => api.call(`/api/generate-course/${runId}`, { method: 'DELETE', bearer: ada.accessToken });
const runs = async () => Number((await database()('run').where({ account_id: ada.userId }).count({ n: '*' }).first())?.n);
const spendable = async () => (await walletBalance(ada.userId)).balance;
const MISMATCH = { status: 422, json: { code: 'idempotency.body_mismatch' } };

/** Creates a completed course of six lessons. */
async function givenWrittenCourse({ failing = 0 } = {}) {
  const { runId, lessons } = await givenCompletedRun(ada.userId, { failing });
  const { course_id: courseId } = await database()('run').join('course_run', 'run_id', 'id').where({ id: runId }).first('course_id');
  return { runId, lessons, courseId: courseId as string };
}

/** Creates a run of two lessons that failed after its outline. */
async function givenFailedRun() {
  const runId = await givenStartedRun(ada.userId);
  const lessons = await playOutline(runId, buildOutline(1, 2));
  for (const lessonId of lessons) await playFailure(runId, lessonId);
  return { runId, lessons };
}

describe('a request repeated with the same Idempotency-Key starts and charges nothing again, even after the work has ended', () => {
  it('a lesson rewrite', async () => {
    const { courseId, lessons } = await givenWrittenCourse();
    const again = (key: string | undefined, instruction = 'Shorter') =>
      post(`/api/courses/${courseId}/lessons/${lessons[0]}/regenerate`, key, { instruction });
    const first = await again('one');
    expect(first.status).toBe(202);
    await stop(first.json.task_id);
    const before = [await runs(), await spendable()];
    expect(await again('one')).toMatchObject({ status: 202, json: { task_id: first.json.task_id, status: 'cancelled' } });
    expect([await runs(), await spendable()]).toEqual(before);
    expect(await again('one', 'Longer')).toMatchObject(MISMATCH);
    expect((await again('two')).json.task_id).not.toBe(first.json.task_id);
  });

  it('a module, whatever has happened to its lessons since', async () => {
    const { courseId, lessons } = await givenWrittenCourse();
    const again = (key: string, module: number) => post(`/api/courses/${courseId}/modules/${module}/regenerate`, key, {});
    const first = await again('one', 0);
    await stop(first.json.task_id);
    for (const lessonId of lessons.slice(0, 2))
      await api.call(`/api/courses/${courseId}/lessons/${lessonId}/pin`, {
        method: 'PUT',
        bearer: ada.accessToken,
        body: { pinned: true },
      });
    expect(await again('one', 0)).toMatchObject({ status: 202, json: { task_id: first.json.task_id, status: 'cancelled' } });
    expect(await again('one', 1)).toMatchObject(MISMATCH);
    expect(await again('two', 0)).toMatchObject({ status: 409, json: { code: 'course.lesson_pinned' } });
  });

  it('a missing lesson of a course', async () => {
    const { runId, lessons } = await givenWrittenCourse({ failing: 2 });
    const again = (key: string, lesson = lessons[0]) => post(`/api/generate-course/${runId}/lessons/${lesson}/retry`, key);
    const first = await again('one');
    await stop(first.json.task_id);
    const before = [await runs(), await spendable()];
    expect(await again('one')).toMatchObject({ status: 202, json: { task_id: first.json.task_id, status: 'cancelled' } });
    expect([await runs(), await spendable()]).toEqual(before);
    expect(await again('one', lessons[1])).toMatchObject(MISMATCH);
    expect((await again('two')).json.task_id).not.toBe(first.json.task_id);
  });

  it('a failed lesson of a continuing run', async () => {
    const runId = await givenStartedRun(ada.userId);
    const [lesson] = await playOutline(runId);
    const state = async () => (await database()('step').where({ run_id: runId, item_id: lesson }).first('state'))?.state;
    const again = (key: string) => post(`/api/generate-course/${runId}/lessons/${lesson}/retry`, key);
    await playFailure(runId, lesson!);
    expect([(await again('one')).status, await state()]).toEqual([202, 'queued']);
    await playFailure(runId, lesson!);
    expect([(await again('one')).status, await state()]).toEqual([202, 'failed']);
    expect([(await again('two')).status, await state()]).toEqual([202, 'queued']);
  });

  it('a run that failed after its outline, completely and for one of its lessons', async () => {
    const { runId, lessons } = await givenFailedRun();
    const whole = (key: string) => post(`/api/generate-course/${runId}/retry`, key);
    const one = (key: string) => post(`/api/generate-course/${runId}/lessons/${lessons[0]}/retry`, key);
    const failAgain = async (which: string[]) => {
      for (const lessonId of which) await playFailure(runId, lessonId);
    };
    const free = await spendable();
    expect((await whole('one')).json).toMatchObject({ task_id: runId, status: 'running' });
    await failAgain(lessons);
    expect((await whole('one')).json).toMatchObject({ task_id: runId, status: 'failed' });
    expect(await spendable()).toBe(free);
    expect(await one('one')).toMatchObject(MISMATCH);
    expect((await one('two')).json).toMatchObject({ task_id: runId, status: 'running' });
    await failAgain(lessons.slice(0, 1));
    expect((await one('two')).json).toMatchObject({ task_id: runId, status: 'failed' });
    expect(await spendable()).toBe(free);
    expect((await whole('three')).json).toMatchObject({ task_id: runId, status: 'running' });
  });
});

describe('sent concurrently with one key', () => {
  it('with one key for two different requests, the second is refused', async () => {
    const [a, b] = [await givenFailedRun(), await givenFailedRun()];
    const answers = await Promise.all([a, b].map(({ runId }) => post(`/api/generate-course/${runId}/retry`, 'one')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 422]);
  });
});

it('a key returns the run that already writes the same course, even after that run has ended', async () => {
  const form = { topic: 'The same course' };
  const failed = await givenStartedRun(ada.userId, form);
  const lessons = await playOutline(failed, buildOutline(1, 1));
  await playFailure(failed, lessons[0]!);
  const twin = await givenStartedRun(ada.userId, form);
  const whole = () => post(`/api/generate-course/${failed}/retry`, 'one');
  const one = () => post(`/api/generate-course/${failed}/lessons/${lessons[0]}/retry`, 'two');
  expect([(await whole()).json.task_id, (await one()).json.task_id]).toEqual([twin, twin]);
  await stop(twin);
  expect([(await whole()).json.task_id, (await one()).json.task_id]).toEqual([twin, twin]);
});
