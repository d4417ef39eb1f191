import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { listNotifications } from '#domain/notifications/notification.queries.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { renewLeases } from '#domain/platform/steps/lease.commands.ts';
import { recordCallStart } from '#domain/platform/steps/step-answer.commands.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { admitRuns } from '#domain/platform/runs/admit-runs.command.ts';
import { lockRun } from '#domain/platform/runs/advance-run.command.ts';
import { assembleCourse } from '#domain/generation/lessons/assemble-course.command.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { buildOutline, claim, givenCompletedRun, givenStartedRun, playOutline, playRest, playWriting } from './run.factory.ts';
import { runEnvelope } from './run.queries.ts';
import { runUsage } from './run-usage.queries.ts';
import { lessonKeys } from './stage-order.ts';
import { startRun } from './course-run.commands.ts';

const database = useTestDatabase();
let accountId: string;

beforeAll(() => setJobSink(async () => {}));
beforeEach(async () => {
  await database.knex('run').del();
  accountId = await givenOwner();
});

const aCall = (service: string) => ({ id: uuidv7(), service, model: 'm', purpose: 'lesson' });
const stop = (runId: string, keep = false) => cancelRun({ runId, accountId, keep });
const envelope = (runId: string) => runEnvelope({ runId, accountId });
const stateOfSteps = () => database.knex('step').distinct('state').pluck('state');

describe('stopping a run', () => {
  it('ends it with all of its waiting and running steps', async () => {
    const runId = await givenStartedRun(accountId);
    await claim(runId, 'outline');
    await stop(runId);
    expect(await envelope(runId)).toMatchObject({ status: 'cancelled', stopped: true, queue_position: null, poll_after_ms: 0 });
    expect(await stateOfSteps()).toEqual(['cancelled']);
  });

  it('is seen by the worker that holds a step at its next heartbeat, and its later results are not stored', async () => {
    const runId = await givenStartedRun(accountId);
    const step = await claim(runId, 'outline');
    expect(await renewLeases([step])).toEqual([]);
    await stop(runId);
    expect(await renewLeases([step])).toEqual([{ stepId: step.stepId, reason: 'cancelled' }]);
    await expect(completeStep(step, { output: {} })).rejects.toThrow('was taken over or ended');
  });

  it('withdraws the notification to check its outline, read or not', async () => {
    const runId = await givenStartedRun(accountId, { review_outline: true });
    await playOutline(runId);
    expect(await listNotifications(accountId)).toMatchObject({ notifications: [{ kind: 'outline.waiting' }], unread: 1 });
    await stop(runId);
    expect(await listNotifications(accountId)).toEqual({ notifications: [], unread: 0 });
  });

  it('shows which services were working; their calls count although they returned nothing', async () => {
    const runId = await givenStartedRun(accountId);
    const lessons = await playOutline(runId);
    await playWriting(runId, lessons[0]!);
    await recordCallStart({
      hold: await claim(runId, lessonKeys(lessons[0]!).practice),
      call: aCall('openai'),
      inputHash: 'x',

      passedOver: [],
    });
    await recordCallStart({
      hold: await claim(runId, lessonKeys(lessons[1]!).write),
      call: aCall('gemini'),
      inputHash: 'x',

      passedOver: [],
    });
    await recordCallStart({
      hold: await claim(runId, lessonKeys(lessons[2]!).write),
      call: aCall('gemini'),
      inputHash: 'x',

      passedOver: [],
    });
    await claim(runId, lessonKeys(lessons[3]!).write);
    await stop(runId, true);
    expect((await envelope(runId)).log.slice(-4).map(({ event, words }) => [event, words?.values.service])).toEqual([
      ['service.cut_off', 'Gemini'],
      ['service.cut_off', 'OpenAI'],
      ['run.stopped', undefined],
      ['run.charged', undefined],
    ]);
  });

  it('counts the aborted calls once, at unknown cost: their worker may have crashed, and no other takes them over', async () => {
    const runId = await givenStartedRun(accountId);
    const [lost, settled] = [aCall('claude'), aCall('grok')];
    await recordCallStart({ hold: await claim(runId, 'outline'), call: lost, inputHash: 'x', passedOver: [] });
    await recordCallStart({ hold: await claim(runId, 'research'), call: settled, inputHash: 'x', passedOver: [] });
    await database
      .knex('vendor_call')
      .insert({ ...settled, account_id: accountId, run_id: runId, outcome: 'ok', ms: 5, cost_micro_usd: 30 });
    await stop(runId);
    await stop(runId);
    const calls = await database.knex('vendor_call').where({ run_id: runId }).orderBy('service').select('id', 'outcome', 'cost_micro_usd');
    expect(calls).toEqual([
      { id: lost.id, outcome: 'aborted', cost_micro_usd: null },
      { id: settled.id, outcome: 'ok', cost_micro_usd: 30 },
    ]);
    expect((await runUsage({ runId, accountId })).total).toMatchObject({ calls: 2, failed_calls: 1, cost_micro_usd: null });
    expect(await database.knex('spend_day').where({ account_id: accountId }).pluck('calls')).toEqual([1]);
  });

  it('lets the next waiting run start', async () => {
    setConfig({ ...config(), maxActiveRuns: 1 });
    const first = await givenStartedRun(accountId);
    const second = await givenStartedRun(accountId);
    expect(await envelope(second)).toMatchObject({ status: 'queued', queue_position: 1 });
    await stop(first);
    expect(await envelope(second)).toMatchObject({ status: 'running' });
    setConfig({ ...config(), maxActiveRuns: 12 });
  });

  it('works while it waits for its turn, and a second time changes nothing', async () => {
    setConfig({ ...config(), maxActiveRuns: 0 });
    const runId = await givenStartedRun(accountId);
    await stop(runId);
    const before = await envelope(runId);
    expect(before.status).toBe('cancelled');
    await stop(runId, true);
    expect(await envelope(runId)).toEqual(before);
    setConfig({ ...config(), maxActiveRuns: 12 });
  });

  it('prevails over an admission that has already chosen the run: it does not start again', async () => {
    setConfig({ ...config(), maxActiveRuns: 0 });
    const runId = await givenStartedRun(accountId);
    setConfig({ ...config(), maxActiveRuns: 12 });
    const held = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const isWaitingForLock = async () =>
      (await database.knex('pg_stat_activity').where({ wait_event_type: 'Lock' }).whereRaw('datname = current_database()')).length > 0;
    // the stop holds the row when the admission tries to lock it
    const stopping = database.knex.transaction(async (trx) => {
      await lockRun(trx, runId);
      held.resolve();
      await gate.promise;
      await trx('run').where({ id: runId }).update({ status: 'cancelled', stopped: true, finished_at: trx.fn.now() });
    });
    await held.promise;
    const admitting = admitRuns();
    await vi.waitUntil(isWaitingForLock, { timeout: 60_000 });
    gate.resolve();
    await stopping;
    expect(await admitting).toEqual([]);
    expect(await envelope(runId)).toMatchObject({ status: 'cancelled', stopped: true });
    expect(await stateOfSteps()).toEqual([]);
  });

  it('is rejected for a run that has ended, and for another user', async () => {
    const { runId } = await givenCompletedRun(accountId);
    await expect(stop(runId)).rejects.toMatchObject({ code: 'run.ended' });
    const other = await givenOwner();
    await expect(cancelRun({ runId, accountId: other, keep: false })).rejects.toMatchObject({ code: 'not_found' });
    await expect(cancelRun({ runId: 'runs', accountId, keep: false })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('stopping and keeping (A12, G30)', () => {
  it('makes a course of exactly the finished lessons, also those without practice or check', async () => {
    const runId = await givenStartedRun(accountId);
    const lessons = await playOutline(runId);
    await playWriting(runId, lessons[0]!);
    await playRest(runId, lessons[0]!);
    await playWriting(runId, lessons[3]!);
    await claim(runId, lessonKeys(lessons[4]!).write);
    await stop(runId, true);

    const { status, stopped, progress, result, tokens, log } = await envelope(runId);
    expect({ status, stopped, progress, tokens }).toEqual({
      status: 'completed',
      stopped: true,
      progress: 100,
      tokens: { reserved: 0, charged: 0 },
    });
    expect(log.at(-2)).toMatchObject({
      event: 'run.stopped',
      text: 'You stopped it and kept 2 of 6 lessons.',
      words: { key: 'You stopped it and kept {kept} of {n} lessons.', values: { kept: 2, n: 6 } },
    });
    expect(log.at(-1)).toMatchObject({ event: 'run.charged', text: 'Nothing was charged.' });
    const course = await getCourse({ accountId, courseId: result!.course_id });
    expect(course.modules.map((module) => module.lessons.map((lesson) => lesson.lesson_id))).toEqual([[lessons[0]], [lessons[3]]]);
    expect(course.quality_level).toBe('partial');
    expect(course.modules[1]!.lessons[0]).toMatchObject({ exercises: [], reviewed_by: null });
    const { items } = await envelope(runId);
    expect([0, 3, 4].map((n) => items[n]!.practice_failures)).toEqual([undefined, [{ service: null, code: 'run.cancelled' }], undefined]);
    const { content } = (await database.knex('course_version').where({ course_id: result!.course_id }).first('content'))!;
    expect(content.missing_lessons).toBe(4);
    expect((await stateOfSteps()).toSorted()).toEqual(['cancelled', 'completed']);
  });

  it('with nothing to keep is simply stopped', async () => {
    const runId = await givenStartedRun(accountId);
    await playOutline(runId);
    await stop(runId, true);
    expect(await envelope(runId)).toMatchObject({ status: 'cancelled', stopped: true });
    expect(await database.knex('course').where({ account_id: accountId })).toEqual([]);
  });

  it('repeated returns the same, and the same form afterwards starts a new run instead of returning the partial course', async () => {
    const runId = await givenStartedRun(accountId);
    const lessons = await playOutline(runId);
    await playWriting(runId, lessons[0]!);
    await stop(runId, true);
    const before = await envelope(runId);
    await stop(runId, true);
    await stop(runId);
    expect(await envelope(runId)).toEqual(before);
    const { request } = (await database.knex('run').where({ id: runId }).first('request'))!;
    expect((await startRun({ accountId, form: request as never, requestId: 'again' })).created).toBe(true);
  });
});

it('meets the assembly: exactly one of them wins, each time', async () => {
  for (let round = 0; round < 8; round += 1) {
    const runId = await givenStartedRun(accountId);
    for (const lessonId of await playOutline(runId, buildOutline(1, 1))) {
      await playWriting(runId, lessonId);
      await playRest(runId, lessonId);
    }
    const work = { step: await claim(runId, 'assemble'), signal: new AbortController().signal };
    const [stopped, assembled] = await Promise.allSettled(
      round % 2 ? [stop(runId), assembleCourse(work)] : [stop(runId, true), assembleCourse(work)],
    );
    expect([stopped.status, assembled.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const { status, stopped: flag } = await envelope(runId);
    const courses = await database.knex('course').where({ run_id: runId });
    if (assembled.status === 'fulfilled') expect([status, flag, courses.length]).toEqual(['completed', false, 1]);
    else expect([status, flag, courses.length]).toEqual(round % 2 ? ['cancelled', true, 0] : ['completed', true, 1]);
  }
});
