import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { walletBalance } from '#domain/billing/wallet/wallet.queries.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { listProposals } from '#domain/generation/proposals/list-proposals.queries.ts';
import { restoreVersion } from '#domain/courses/versions/restore-version.command.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { finishRewrite } from '#domain/generation/rewrites/rewrite.commands.ts';
import { missingLessons } from './missing-lessons.queries.ts';
import { retryLesson } from './retry-lesson.command.ts';
import { claim, givenCompletedRun, playFailure, playRest, playWriting } from '#domain/generation/runs/run.factory.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { writeMissing } from './write-missing.command.ts';

const db = useTestDatabase({ maxActiveRuns: 1_000 });
let accountId: string;
let courseId: string;
let runId: string;
let lessons: string[];
let missing: string[];

beforeAll(() => setJobSink(async () => {}));
/** A course of six lessons, of which the first three could not be written, paid with tokens: the free plan's one course was already used. */
beforeEach(async () => {
  accountId = await givenOwner({ tokens: 1_000 });
  await givenCompletedRun(accountId);
  await givenPartial();
});
async function givenPartial() {
  ({ runId, lessons } = await givenCompletedRun(accountId, { failing: 3 }));
  missing = lessons.slice(0, 3);
  courseId = (await envelope(runId)).result!.course_id;
}

const envelope = (taskId: string) => runEnvelope({ runId: taskId, accountId });
const write = (idempotencyKey?: string) => writeMissing({ accountId, courseId, requestId: 'test', idempotencyKey });
const writeOne = (lessonId: string) => retryLesson({ runId, lessonId, accountId, requestId: 'test' });
const offer = async () => {
  const { open, cost } = await missingLessons({ accountId, courseId });
  return { open, cost };
};
const written = async (taskId: string) => (await envelope(taskId)).items.map(({ id }) => id);
const rewrites = () => db.knex('run').join('course_run', 'run_id', 'id').where({ target_course_id: courseId });
async function play(taskId: string, ids: string[]) {
  for (const id of ids) {
    await playWriting(taskId, id);
    await playRest(taskId, id);
  }
  await finishRewrite({ step: await claim(taskId, 'finish'), signal: new AbortController().signal });
}

describe('writing all missing lessons of a course', () => {
  it('that failed no longer lists lessons the course has since received, on any device', async () => {
    const fail = async (ids: string[]) => {
      const { runId: taskId } = ids.length === 1 ? await writeOne(ids[0]!) : await write();
      for (const id of ids) await playFailure(taskId, id);
      expect(await envelope(taskId)).toMatchObject({ status: 'failed' });
      return taskId;
    };
    const told = async () => (await listProposals({ accountId, courseId })).map(({ task_id, lesson_ids }) => [task_id, lesson_ids]);
    const all = await fail(missing);
    const one = await fail([missing[0]!]);
    expect(await told()).toEqual([
      [one, [missing[0]]],
      [all, missing],
    ]);
    const first = await writeOne(missing[0]!);
    await play(first.runId, [missing[0]!]);
    expect(await told()).toEqual([[all, missing.slice(1)]]);
    await play((await write()).runId, missing.slice(1));
    expect(await told()).toEqual([]);
    // restoring a version without them makes them missing again
    await restoreVersion({ accountId, courseId, number: 1 });
    expect(await told()).toHaveLength(2);
  });

  it('is one run for all of them, at the quoted price; they join the course automatically', async () => {
    expect(await offer()).toEqual({ open: missing, cost: 1_550 });
    const { runId: taskId } = await write();
    expect(await envelope(taskId)).toMatchObject({ kind: 'lesson', tokens: { reserved: 1_550, charged: 0 } });
    expect(await written(taskId)).toEqual(missing);
    expect(await offer()).toEqual({ open: [], cost: 0 });
    await play(taskId, missing);
    expect(await getCourse({ accountId, courseId })).toMatchObject({ version: 2, missing_lessons: 0, quality_level: 'high' });
    expect(await envelope(taskId)).toMatchObject({ status: 'completed', tokens: { charged: 1_550 } });
  });

  it('does not charge for lessons that could not be written; they stay missing and can be requested again', async () => {
    const { runId: taskId } = await write();
    await playFailure(taskId, missing[0]!);
    await play(taskId, missing.slice(1));
    expect(await envelope(taskId)).toMatchObject({ status: 'completed', tokens: { charged: 1_033 } });
    expect(await offer()).toEqual({ open: [missing[0]], cost: 516 });
    const again = await write();
    expect(again.runId).not.toBe(taskId);
    expect(await written(again.runId)).toEqual([missing[0]]);
  });

  it('is free if a course of the plan has paid for them, except those that a restored version lacks again', async () => {
    accountId = await givenOwner({ tokens: 1_000 });
    await givenPartial();
    expect(await offer()).toEqual({ open: missing, cost: 0 });
    const first = await write();
    await playFailure(first.runId, missing[1]!);
    await playFailure(first.runId, missing[2]!);
    await play(first.runId, [missing[0]!]);
    // the lessons that failed again were not charged
    expect(await offer()).toEqual({ open: missing.slice(1), cost: 0 });
    await restoreVersion({ accountId, courseId, number: 1 });
    expect(await offer()).toEqual({ open: missing, cost: 516 });
    expect((await missingLessons({ accountId, courseId })).inVersion).toEqual({ number: 2, lessons: 1 });
    const { runId: taskId } = await write();
    expect((await envelope(taskId)).tokens).toEqual({ reserved: 516, charged: 0 });
  });

  it('leaves out lessons in progress, and links to their run if there are no others', async () => {
    const one = await writeOne(missing[1]!);
    expect(await offer()).toEqual({ open: [missing[0], missing[2]], cost: 1_033 });
    const rest = await write();
    expect(await written(rest.runId)).toEqual([missing[0], missing[2]]);
    expect(await write()).toEqual({ runId: rest.runId });
    // and a single one of them is not charged separately
    expect(await writeOne(missing[2]!)).toEqual({ runId: rest.runId });
    expect(await writeOne(missing[1]!)).toEqual(one);
    expect(await rewrites()).toHaveLength(2);
  });

  it('pressed in many windows at once, beside each lesson’s own button, buys every lesson once', async () => {
    const before = await walletBalance(accountId);
    await Promise.all([...Array.from({ length: 6 }, () => write()), ...missing.map(writeOne), ...missing.map(writeOne)]);
    const runs: { id: string }[] = await rewrites();
    const bought = (await Promise.all(runs.map(({ id }) => written(id)))).flat();
    expect(bought.toSorted()).toEqual(missing.toSorted());
    const after = await walletBalance(accountId);
    expect(after.held - before.held).toBeLessThanOrEqual(15.5);
  });

  it('with an idempotency key returns the same run even after it has ended', async () => {
    const first = await write('press-1');
    await cancelRun({ runId: first.runId, accountId, keep: false });
    expect(await write('press-1')).toEqual(first);
    expect((await write('press-2')).runId).not.toBe(first.runId);
  });

  it('is refused completely when tokens are short: nothing is started', async () => {
    // enough for two halves of a course and for the missing part of one of them
    accountId = await givenOwner({ tokens: 2 });
    await givenCompletedRun(accountId);
    await givenPartial();
    const other = courseId;
    await givenPartial();
    await writeMissing({ accountId, courseId: other, requestId: 'test' });
    await expect(write()).rejects.toMatchObject({ code: 'tokens.insufficient', data: { needed: 15.5, available: 0.5 } });
    expect(await rewrites()).toEqual([]);
    expect((await offer()).open).toEqual(missing);
  });

  it('is rejected when nothing is missing, when the plan was deleted, and for another user', async () => {
    const { runId: taskId } = await write();
    await play(taskId, missing);
    await expect(write()).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
    await db.knex('course').where({ id: courseId }).update({ run_id: null });
    expect(await offer()).toEqual({ open: [], cost: 0 });
    await expect(write()).rejects.toMatchObject({ code: 'run.lesson_not_failed' });
    accountId = await givenOwner();
    await expect(write()).rejects.toMatchObject({ code: 'not_found' });
    await expect(offer()).rejects.toMatchObject({ code: 'not_found' });
  });
});
