import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { finishRewrite, startRewrite } from '#domain/generation/rewrites/rewrite.commands.ts';
import { retryLesson } from '#domain/generation/lessons/retry-lesson.command.ts';
import { givenCreatorCourse } from '#domain/studio/creator-course.factory.ts';
import { claim, givenCompletedRun, givenStartedRun, playOutline, playRest, playWriting } from './run.factory.ts';
import { listCourseRuns, runEnvelope } from './run.queries.ts';

const database = useTestDatabase();
let accountId: string;

beforeAll(() => setJobSink(async () => {}));
beforeEach(async () => {
  await database.knex('run').del();
  accountId = await givenOwner();
  setConfig({ ...config(), maxActiveRuns: 12 });
});

const list = (more: { live?: boolean; limit?: number; after?: string; creator_course_id?: string } = {}) =>
  listCourseRuns({ accountId, live: false, limit: 20, ...more });

describe('the list of runs', () => {
  it('shows each run as it is, newest first', async () => {
    const { runId: done } = await givenCompletedRun(accountId, { failing: 2 });
    const writing = await givenStartedRun(accountId);
    await playWriting(writing, (await playOutline(writing))[0]!);
    setConfig({ ...config(), maxActiveRuns: 0 });
    const waiting = await givenStartedRun(accountId, { topic: 'Wasps' });
    // a user without running work comes first
    await givenStartedRun(await givenOwner());
    const { runs, next } = await list();
    expect(next).toBeNull();
    expect(runs).toMatchObject([
      {
        task_id: waiting,
        status: 'queued',
        stage: 'queued',
        topic: 'Wasps',
        title: null,
        lessons_ready: 0,
        lessons_total: 0,
        queue_position: 2,
      },
      { task_id: writing, status: 'running', stage: 'lessons', lessons_ready: 1, lessons_total: 6, queue_position: null },
      { task_id: done, status: 'completed', lessons_ready: 4, lessons_total: 6, result: { course_id: expect.any(String) } },
    ]);
    expect((await list({ live: true })).runs.map((run) => run.task_id)).toEqual([waiting, writing]);
  });

  it('of a stopped run shows the kept lessons, and counts lessons written later', async () => {
    const runId = await givenStartedRun(accountId);
    const lessons = await playOutline(runId);
    await playWriting(runId, lessons[0]!);
    await cancelRun({ runId, accountId, keep: true });
    expect((await list()).runs).toMatchObject([{ status: 'completed', stopped: true, lessons_ready: 1, lessons_total: 6 }]);
    const later = await retryLesson({ runId, accountId, lessonId: lessons[1]!, requestId: 'later' });
    await playWriting(later.runId, lessons[1]!);
    await playRest(later.runId, lessons[1]!);
    await finishRewrite({ step: await claim(later.runId, 'finish'), signal: new AbortController().signal });
    expect((await list()).runs).toMatchObject([
      { kind: 'lesson', stopped: false, lessons_ready: 1, lessons_total: 1 },
      { status: 'completed', stopped: true, lessons_ready: 2, lessons_total: 6 },
    ]);
  });

  it('of a studio course contains the runs that write its lessons, if its owner asks for them', async () => {
    const { id: creator_course_id } = await givenCreatorCourse(accountId);
    await givenStartedRun(accountId);
    const { runId, lessons } = await givenCompletedRun(accountId, { form: { creator_course_id } });
    const { course_id: courseId } = (await database.knex('course_run').where({ run_id: runId }).first('course_id'))!;
    await startRewrite({ accountId, courseId: courseId!, lessonIds: [lessons[0]!], instruction: 'Shorter', requestId: 'rewrite' });
    const { runs } = await list({ creator_course_id });
    expect(runs).toMatchObject([{ task_id: runId, creator_course_id }]);
    expect(await runEnvelope({ runId, accountId })).toMatchObject({ creator_course_id });
    expect((await listCourseRuns({ accountId: await givenOwner(), live: false, limit: 20, creator_course_id })).runs).toEqual([]);
  });

  it('pages through the list, each run once', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 7; i += 1) ids.unshift(await givenStartedRun(accountId));
    await database.knex('run').update({ created_at: '2026-01-01T00:00:00.123456Z' });
    ids.sort().reverse();
    const seen: string[] = [];
    for (let after: string | undefined; ;) {
      const { runs, next } = await list({ limit: 3, after });
      seen.push(...runs.map((run) => run.task_id));
      if (next === null) break;
      after = next;
    }
    expect(seen).toEqual(ids);
    await expect(list({ after: 'x' })).rejects.toMatchObject({ code: 'validation.failed' });
  });

  it('OPS-03 with 40 waiting runs of 8 people every position is exact, here and in the envelope', async () => {
    setConfig({ ...config(), maxActiveRuns: 0 });
    const people = await Promise.all(Array.from({ length: 8 }, () => givenOwner()));
    for (let i = 0; i < 40; i += 1) await givenStartedRun(people[(i * 7 + (i % 3)) % 8]!);
    const positions: number[] = [];
    for (const person of people) {
      const { runs } = await listCourseRuns({ accountId: person, live: true, limit: 100 });
      for (const run of runs) {
        expect((await runEnvelope({ runId: run.task_id, accountId: person })).queue_position).toBe(run.queue_position);
        positions.push(run.queue_position!);
      }
    }
    expect(positions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });
});
