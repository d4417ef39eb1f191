import { beforeAll, expect, it } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { buildOutline, claim, givenStartedRun, playOutline, playWriting } from '#domain/generation/runs/run.factory.ts';
import { lessonKeys, modulesOf } from '#domain/generation/runs/stage-order.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { CHECK_WAITS_MS, checkPatienceMs } from './lesson-check.commands.ts';

const database = useTestDatabase();
beforeAll(() => setJobSink(async () => {}));

it('a check waits while lessons are being written, twenty seconds beyond the last one, and in a batch as long as necessary', async () => {
  const runId = await givenStartedRun(await givenOwner());
  const lessons = await playOutline(runId, buildOutline(1, 2));
  const left = (lane: 'interactive' | 'batch' = 'interactive') => checkPatienceMs({ runId, lane });
  const practise = async (lessonId: string) =>
    completeStep(await claim(runId, lessonKeys(lessonId).practice), { output: { quiz: [], exercises: [] }, service: 'openai' });
  for (const lessonId of lessons) {
    expect(await left()).toBe(Infinity);
    await playWriting(runId, lessonId);
    expect(await left()).toBe(Infinity);
    await practise(lessonId);
  }
  const most = await left();
  expect(most).toBeLessThanOrEqual(CHECK_WAITS_MS);
  await database
    .knex('step')
    .where({ run_id: runId })
    .update({ finished_at: new Date(Date.now() - 60_000) });
  expect(await left()).toBeLessThan(0);
  expect(await left('batch')).toBe(Infinity);
});

it('a check waits while a module is being written, whose lessons do not exist yet', async () => {
  const runId = await givenStartedRun(await givenOwner());
  const lessons = await playOutline(runId, buildOutline(2, 2), { isShared: true });
  const { plan } = (await database.knex('course_run').where({ run_id: runId }).first('plan'))!;
  const [first] = modulesOf(plan!);
  await completeStep(await claim(runId, first!.key), { output: { left: {} } });
  for (const lessonId of lessons.slice(0, 2)) {
    await playWriting(runId, lessonId);
    await completeStep(await claim(runId, lessonKeys(lessonId).practice), { output: { quiz: [], exercises: [] }, service: 'openai' });
  }
  expect(await checkPatienceMs({ runId, lane: 'interactive' })).toBe(Infinity);
});
