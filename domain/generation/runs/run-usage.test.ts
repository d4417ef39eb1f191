import { beforeAll, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { givenStartedRun, playFailure, playOutline, playWriting } from './run.factory.ts';
import { runUsage } from './run-usage.queries.ts';
import { lessonKeys } from './stage-order.ts';

const database = useTestDatabase();
beforeAll(() => setJobSink(async () => {}));

it('usage reports bought and wasted tokens by service, stage and lesson; an unknown price stays unknown', async () => {
  const accountId = await givenOwner();
  const runId = await givenStartedRun(accountId);
  const lessons = await playOutline(runId);
  await playWriting(runId, lessons[0]!);
  await playFailure(runId, lessons[1]!);
  let minute = 0;
  const call = async (key: string, changes: object) => {
    const step = await database.knex('step').where({ run_id: runId, key }).first('id');
    const id = uuidv7();
    await database.knex('vendor_call').insert({
      id,
      account_id: accountId,
      run_id: runId,
      step_id: step!.id,
      service: 'claude',
      model: 'claude-x',
      purpose: 'lesson',
      ms: 10,
      started_at: new Date(2026, 0, 1, 0, minute++),
      outcome: 'ok',
      input_tokens: 100,
      cached_tokens: 10,
      output_tokens: 50,
      cost_micro_usd: 1000,
      ...changes,
    });
    return { id, stepId: step!.id };
  };
  await call('outline', { purpose: 'outline', cost_micro_usd: 5000 });
  await call(lessonKeys(lessons[0]!).write, {
    service: 'gemini',
    model: 'gemini-x',
    outcome: 'unavailable',
    input_tokens: null,
    cached_tokens: null,
    output_tokens: null,
    cost_micro_usd: null,
  });
  // its first answer was unusable, its second came from a worker that had lost the step
  await call(lessonKeys(lessons[0]!).write, { cost_micro_usd: 700, discarded: true });
  await call(lessonKeys(lessons[0]!).write, { cost_micro_usd: 40 });
  const taken = await call(lessonKeys(lessons[0]!).write, { discarded: true });
  // rejected at first, used because no better one arrived
  await database.knex('step').where({ id: taken.stepId }).update({ call_id: taken.id });
  // the lesson failed: its cost is wasted
  await call(lessonKeys(lessons[1]!).write, { cost_micro_usd: 300 });

  const usage = await runUsage({ runId, accountId });
  expect(usage.total).toEqual({
    calls: 6,
    failed_calls: 1,
    input_tokens: 500,
    cached_tokens: 50,
    output_tokens: 250,
    cost_micro_usd: 7040,
    wasted_micro_usd: 1040,
    unpriced_calls: 0,
    known_cost_micro_usd: 7040,
    known_wasted_micro_usd: 1040,
  });
  expect(usage.by_service.map((line) => [line.service, line.model, line.calls, line.cost_micro_usd])).toEqual([
    ['claude', 'claude-x', 5, 7040],
    ['gemini', 'gemini-x', 1, 0],
  ]);
  expect(usage.by_stage.map((line) => [line.stage, line.calls])).toEqual([
    ['lesson', 5],
    ['outline', 1],
  ]);
  expect(usage.by_lesson).toMatchObject([
    { lesson_id: lessons[0], title: 'Lesson 1.1', attempts: 4, calls: 4, failed_calls: 1, cost_micro_usd: 1740, wasted_micro_usd: 740 },
    { lesson_id: lessons[1], attempts: 1, cost_micro_usd: 300, wasted_micro_usd: 300 },
  ]);

  const attempt = (number: number, outcome: string, rest = {}) => ({
    stage: 'lesson',
    attempt: number,
    service: 'claude',
    model: 'claude-x',
    input_tokens: 100,
    output_tokens: 50,
    outcome,
    ...rest,
  });
  const nothing = { service: 'gemini', model: 'gemini-x', input_tokens: null, output_tokens: null, cost_micro_usd: 0 };
  expect(usage.by_lesson[0]!.attempt_list).toEqual([
    attempt(1, 'unavailable', nothing),
    attempt(2, 'discarded', { cost_micro_usd: 700 }),
    attempt(3, 'discarded', { cost_micro_usd: 40 }),
    attempt(4, 'ok', { cost_micro_usd: 1000 }),
  ]);
  // a call whose worker crashed
  const cut = {
    outcome: 'aborted',
    purpose: 'practice',
    input_tokens: null,
    cached_tokens: null,
    output_tokens: null,
    cost_micro_usd: null,
  };
  const { id: cutId } = await call(lessonKeys(lessons[0]!).practice, cut);
  expect((await runUsage({ runId, accountId })).by_lesson[0]!.attempt_list.at(-1)).toMatchObject({
    stage: 'practice',
    attempt: 1,
    cost_micro_usd: null,
    outcome: 'aborted',
  });
  await database.knex('vendor_call').where({ id: cutId }).delete();
  const many = Array.from({ length: 20 }, () => call(lessonKeys(lessons[1]!).write, {}));
  const added = await Promise.all(many);
  const listed = (await runUsage({ runId, accountId })).by_lesson[1]!.attempt_list;
  expect(listed.map(({ attempt: number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
  await database
    .knex('vendor_call')
    .whereIn(
      'id',
      added.map(({ id }) => id),
    )
    .delete();

  await call('outline', { model: 'unpriced', cost_micro_usd: null });
  expect((await runUsage({ runId, accountId })).total).toMatchObject({ cost_micro_usd: null, wasted_micro_usd: 1040 });
  // aborted before the vendor reported usage
  await call('outline', { outcome: 'aborted', input_tokens: null, cached_tokens: null, output_tokens: null, cost_micro_usd: null });
  expect((await runUsage({ runId, accountId })).total).toMatchObject({
    calls: 8,
    cost_micro_usd: null,
    wasted_micro_usd: null,
    unpriced_calls: 2,
    known_cost_micro_usd: 7040,
    known_wasted_micro_usd: 1040,
  });
  await expect(runUsage({ runId, accountId: await givenOwner() })).rejects.toMatchObject({ code: 'not_found' });
});
