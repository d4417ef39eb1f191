import { beforeAll, beforeEach, expect, it } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { listProposals } from '#domain/generation/proposals/list-proposals.queries.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { finishRewrite } from '#domain/generation/rewrites/rewrite.commands.ts';
import { retryLesson } from '#domain/generation/lessons/retry-lesson.command.ts';
import { retryPractice } from './practice.commands.ts';
import {
  buildOutline,
  claim,
  givenStartedRun,
  playAssembly,
  playOutline,
  playRest,
  playWorkshop,
  playWriting,
} from '#domain/generation/runs/run.factory.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { settleStepFailure } from '#domain/generation/answers/settle-step-failure.command.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';

const database = useTestDatabase({ maxActiveRuns: 1_000 });
const EXERCISES = { quiz: [], exercises: [{ id: 'e1', title: 'Try', instructions: 'Try it.' }] };
const ACCEPT = { output: { verdict: 'accept', findings: [], question_verdicts: [] }, service: 'grok' as const };
let accountId: string;
let runId: string;
let lessons: string[];

beforeAll(() => setJobSink(async () => undefined));
/** A course of four lessons whose first three have no practice. */
beforeEach(async () => {
  await database.knex('run').del();
  accountId = await givenOwner();
  runId = await givenStartedRun(accountId);
  lessons = await playOutline(runId, buildOutline(2, 2));
  for (const id of lessons.slice(0, 3)) {
    const keys = lessonKeys(id);
    await playWriting(runId, id);
    await settleStepFailure(await claim(runId, keys.practice), new ProductError('spend.user_cap'));
    await playWorkshop(runId, id);
    await completeStep(await claim(runId, keys.check), ACCEPT);
  }
  await playWriting(runId, lessons[3]!);
  await playRest(runId, lessons[3]!);
  await playAssembly(runId);
});

const envelope = (taskId: string) => runEnvelope({ runId: taskId, accountId });
const retryAll = (idempotencyKey?: string) => retryPractice({ runId, accountId, requestId: 'test', idempotencyKey });
const retryOne = (lessonId: string) => retryLesson({ runId, lessonId, accountId, requestId: 'test' });
const idsOf = async (taskId: string) => (await envelope(taskId)).items.map(({ id }) => id);
const lacking = async () => (await envelope(runId)).items.filter((item) => item.practice_failures).map(({ id }) => id);
const course = async () => getCourse({ accountId, courseId: (await envelope(runId)).result!.course_id });
const write = async (taskId: string, id: string) =>
  completeStep(await claim(taskId, lessonKeys(id).practice), { output: EXERCISES, service: 'openai' });
const fail = async (taskId: string, id: string) =>
  settleStepFailure(await claim(taskId, lessonKeys(id).practice), new ProductError('spend.user_cap'));
const finish = async (taskId: string) => finishRewrite({ step: await claim(taskId, 'finish'), signal: new AbortController().signal });

it('all missing practice is written by one run for free and joins the course in one version; texts stay', async () => {
  const before = await course();
  const { runId: taskId } = await retryAll();
  expect(await idsOf(taskId)).toEqual(lessons.slice(0, 3));
  expect(await envelope(taskId)).toMatchObject({ kind: 'lesson', stage: 'practice', tokens: { reserved: 0 } });
  for (const id of lessons.slice(0, 3)) await write(taskId, id);
  await finish(taskId);
  const after = await course();
  expect([after.version, await lacking()]).toEqual([before.version + 1, []]);
  const texts = (one: typeof after) => one.modules.flatMap((module) => module.lessons.map(({ content }) => content));
  expect(texts(after)).toEqual(texts(before));
  expect(after.modules.flatMap((module) => module.lessons.map(({ notes }) => notes))).toEqual([[], [], [], []]);
  expect(await envelope(taskId)).toMatchObject({ status: 'completed', tokens: { charged: 0 } });
  await expect(retryAll()).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
});

it('of several lessons some may stay without practice; only those can be requested again', async () => {
  const { runId: taskId } = await retryAll();
  await fail(taskId, lessons[0]!);
  await write(taskId, lessons[1]!);
  await write(taskId, lessons[2]!);
  await finish(taskId);
  expect(await lacking()).toEqual([lessons[0]]);
  expect((await course()).modules[0]!.lessons[0]!.notes).toEqual(['no_practice']);
  const again = await retryAll();
  expect([again.runId === taskId, await idsOf(again.runId)]).toEqual([false, [lessons[0]]]);
  await fail(again.runId, lessons[0]!);
  expect(await envelope(again.runId)).toMatchObject({ status: 'failed' });
  const told = async () => listProposals({ accountId, courseId: (await course()).course_id });
  expect(await told()).toMatchObject([{ task_id: again.runId, status: 'failed', only_practice: true, lesson_ids: [lessons[0]] }]);
  const third = await retryOne(lessons[0]!);
  await write(third.runId, lessons[0]!);
  await finish(third.runId);
  // the practice exists by now
  expect(await told()).toEqual([]);
});

it('a run that delivers none fails, and the course stays as it was', async () => {
  const before = await course();
  const { runId: taskId } = await retryAll();
  for (const id of lessons.slice(0, 3)) await fail(taskId, id);
  expect(await envelope(taskId)).toMatchObject({ status: 'failed' });
  expect(await course()).toEqual(before);
});

it('leaves out practice in progress, and links to its run if there is no other', async () => {
  const one = await retryOne(lessons[1]!);
  const rest = await retryAll();
  expect(await idsOf(rest.runId)).toEqual([lessons[0], lessons[2]]);
  expect([await retryAll(), await retryOne(lessons[2]!), await retryOne(lessons[1]!)]).toEqual([rest, rest, one]);
});

it('pressed in many windows at once, beside each lesson’s own button, writes everything once', async () => {
  const three = lessons.slice(0, 3);
  await Promise.all([...Array.from({ length: 5 }, () => retryAll()), ...three.map(retryOne), ...three.map(retryOne)]);
  const runs: string[] = await database.knex('run').where({ kind: 'lesson' }).pluck('id');
  expect((await Promise.all(runs.map(idsOf))).flat().toSorted()).toEqual(three.toSorted());
});

it('with an idempotency key returns the same run even after its end, and for its owner only', async () => {
  const first = await retryAll('press-1');
  await cancelRun({ runId: first.runId, accountId, keep: false });
  expect(await retryAll('press-1')).toEqual(first);
  expect((await retryAll('press-2')).runId).not.toBe(first.runId);
  await expect(retryPractice({ runId, accountId: await givenOwner(), requestId: 'test' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(retryPractice({ runId: first.runId, accountId, requestId: 'test' })).rejects.toMatchObject({ code: 'run.ended' });
});
