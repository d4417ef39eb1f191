import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenOwner } from '#domain/courses/course.factory.ts';
import { setJobSink, type Delivery } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { assembleCourse } from './assemble-course.command.ts';
import { cancelRun } from './cancel-run.command.ts';
import { retryLesson } from './retry-lesson.command.ts';
import { claim, givenCompletedRun, givenStartedRun, playAssembly, playFailure, playOutline, playRest, playWriting } from './run.factory.ts';
import { finishRewrite } from './finish-rewrite.command.ts';
import { runEnvelope } from './run.queries.ts';
import { lessonKeys } from './stage-order.ts';

const database = useTestDatabase();
const delivered: Delivery[] = [];
let accountId: string;

beforeAll(() => setJobSink(async (deliveries) => void delivered.push(...deliveries)));
beforeEach(async () => {
  await database.knex('run').del();
  accountId = await givenOwner();
});

const retry = (runId: string, lessonId: string) => retryLesson({ runId, lessonId, accountId, requestId: 'retry' });
const envelope = (runId: string) => runEnvelope({ runId, accountId });
const stepOf = (runId: string, key: string) => database.knex('step').where({ run_id: runId, key }).first();

describe('retrying a failed lesson while its run lives', () => {
  it('queues it anew with no tries behind it, and touches no other step', async () => {
    const runId = await givenStartedRun(accountId);
    const lessons = await playOutline(runId);
    await playFailure(runId, lessons[2]!);
    const others = () =>
      database
        .knex('step')
        .where({ run_id: runId })
        .whereNot({ key: lessonKeys(lessons[2]!).write })
        .orderBy('key');
    const before = await others();
    delivered.length = 0;
    expect(await retry(runId, lessons[2]!)).toEqual({ runId });
    expect(await stepOf(runId, lessonKeys(lessons[2]!).write)).toMatchObject({
      state: 'queued',
      tried: [],
      error_code: null,
      started_at: null,
    });
    expect(delivered).toMatchObject([{ job: 'write-lesson', stepId: (await stepOf(runId, lessonKeys(lessons[2]!).write)).id }]);
    expect(await others()).toEqual(before);
    expect((await envelope(runId)).items[2]).toMatchObject({ state: 'pending', readable: false });
  });

  it('holds back an assembly that has begun, and the course has the lesson', async () => {
    const runId = await givenStartedRun(accountId);
    const lessons = await playOutline(runId);
    await playFailure(runId, lessons[0]!);
    for (const lessonId of lessons.slice(1)) {
      await playWriting(runId, lessonId);
      await playRest(runId, lessonId);
    }
    const assembling = await claim(runId, 'assemble');
    await retry(runId, lessons[0]!);
    await expect(assembleCourse({ step: assembling, signal: new AbortController().signal })).rejects.toThrow('was taken over or ended');
    expect(await envelope(runId)).toMatchObject({ status: 'running', stage: 'lessons' });
    await playWriting(runId, lessons[0]!);
    await playRest(runId, lessons[0]!);
    await playAssembly(runId);
    expect(await database.knex('course').where({ run_id: runId }).first()).toMatchObject({ lesson_count: 6, quality_level: 'high' });
  });

  it('is refused for a lesson that has not failed, that there is not, and for somebody else', async () => {
    const runId = await givenStartedRun(accountId);
    const lessons = await playOutline(runId);
    await playWriting(runId, lessons[0]!);
    await expect(retry(runId, lessons[0]!)).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
    await expect(retry(runId, lessons[1]!)).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
    await expect(retry(runId, '0_0')).rejects.toMatchObject({ code: 'not_found' });
    await expect(retryLesson({ runId, lessonId: lessons[0]!, accountId: await givenOwner(), requestId: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('retrying a lesson a finished course lacks', () => {
  it('starts a run of kind lesson with that lesson only; asking again attaches to it', async () => {
    const { runId, lessons } = await givenCompletedRun(accountId, { failing: 1 });
    const rewrite = await retry(runId, lessons[0]!);
    expect(rewrite.runId).not.toBe(runId);
    expect(await envelope(rewrite.runId)).toMatchObject({
      kind: 'lesson',
      status: 'running',
      items: [{ id: lessons[0], title: 'Lesson 1.1' }],
    });
    expect(await retry(runId, lessons[0]!)).toEqual(rewrite);
    await expect(retry(runId, lessons[1]!)).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
  });

  it('once it is written the page of the old run says so and where, and until then which services failed it', async () => {
    const { runId, lessons } = await givenCompletedRun(accountId, { failing: 2 });
    const items = async () =>
      (await envelope(runId)).items.map(({ state, failures, written_later }) => ({ state, failures, written_later }));
    const failed = { state: 'failed', failures: [{ service: 'claude', code: 'vendors.refused' }], written_later: undefined };
    expect((await items()).slice(0, 3)).toEqual([failed, failed, { state: 'completed', failures: undefined, written_later: undefined }]);
    const rewrite = await retry(runId, lessons[1]!);
    await playWriting(rewrite.runId, lessons[1]!);
    await playRest(rewrite.runId, lessons[1]!);
    await finishRewrite({ step: await claim(rewrite.runId, 'finish'), signal: new AbortController().signal });
    expect((await items()).slice(0, 3)).toEqual([
      failed,
      { ...failed, written_later: '0_0' },
      { state: 'completed', failures: undefined, written_later: undefined },
    ]);
  });

  it('works for a run that was stopped and kept, not for one without a course', async () => {
    const kept = await givenStartedRun(accountId);
    const lessons = await playOutline(kept);
    await playWriting(kept, lessons[0]!);
    await cancelRun({ runId: kept, accountId, keep: true });
    expect(await envelope((await retry(kept, lessons[5]!)).runId)).toMatchObject({ kind: 'lesson', items: [{ id: lessons[5] }] });

    const stopped = await givenStartedRun(accountId);
    const others = await playOutline(stopped);
    await cancelRun({ runId: stopped, accountId, keep: false });
    await expect(retry(stopped, others[0]!)).rejects.toMatchObject({ code: 'run.ended' });
  });
});
