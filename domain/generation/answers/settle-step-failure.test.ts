import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { ServicesExhausted } from './ask-for-step.ts';
import { claim, givenStartedRun, playOutline, playWriting } from '#domain/generation/runs/run.factory.ts';
import { settleStepFailure } from './settle-step-failure.command.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';

const database = useTestDatabase();
let runId: string;
let lessons: string[];

beforeAll(() => setJobSink(async () => {}));
beforeEach(async () => {
  runId = await givenStartedRun(await givenOwner());
  lessons = await playOutline(runId);
});

const lines = (event: string) => database.knex('run_event').where({ run_id: runId, event }).orderBy('id').pluck('text');
const keysOf = (lesson: number) => lessonKeys(lessons[lesson]!);

describe('a failed attempt', () => {
  it('is a line of the log that names the lesson, the service and the reason', async () => {
    const failures = { grok: 'vendors.unavailable', gemini: 'vendors.broken_output', claude: 'vendors.refused' } as const;
    for (const [index, [service, code]] of Object.entries(failures).entries())
      await settleStepFailure(
        await claim(runId, keysOf(index).write),
        new VendorFailure({ service: service as keyof typeof failures, code, detail: 'x' }),
      );
    // a wrong key or an empty account is not an outage: the waiting user reads who can change it
    const shut = new VendorFailure({ service: 'openai', code: 'vendors.unavailable', detail: 'x', misconfigured: true });
    await settleStepFailure(await claim(runId, keysOf(3).write), shut);
    expect(await lines('service.failed')).toEqual([
      'Lesson 1.1: Grok could not be reached. We will try again or switch to another service.',
      'Lesson 1.2: Gemini sent an answer that could not be used. We will try again or switch to another service.',
      'Lesson 2.1: Claude declined its part. Another service is taking over.',
      'Lesson 2.2: OpenAI is off until an operator fixes its connection. We will try again or switch to another service.',
    ]);
  });

  it('of the last candidate promises no other; a truncated answer is distinguished from an unusable one', async () => {
    const settle = async (index: number, failure: VendorFailure, isLast = false) =>
      settleStepFailure(await claim(runId, keysOf(index).write), Object.assign(failure, { isLast }));
    const broken = (truncated: boolean) => new VendorFailure({ service: 'gemini', code: 'vendors.broken_output', detail: 'x', truncated });
    await settle(0, broken(true));
    await settle(1, broken(true), true);
    await settle(2, new VendorFailure({ service: 'grok', code: 'vendors.unavailable', detail: 'x' }), true);
    expect(await lines('service.failed')).toEqual([
      'Lesson 1.1: Gemini sent an incomplete answer. We will try again or switch to another service.',
      'Lesson 1.2: Gemini sent an incomplete answer.',
      'Lesson 2.1: Grok could not be reached.',
    ]);
  });

  it('of the whole course names the service and the reason', async () => {
    const other = await givenStartedRun(await givenOwner());
    await settleStepFailure(
      await claim(other, 'outline'),
      new VendorFailure({ service: 'openai', code: 'vendors.timed_out', detail: 'x' }),
    );
    const { text } = (await database.knex('run_event').where({ run_id: other, event: 'service.failed' }).first('text'))!;
    expect(text).toBe('OpenAI did not answer in time. We will try again or switch to another service.');
  });
});

describe('a step that failed for good', () => {
  it.each([
    [new ServicesExhausted([]), 'Lesson 1.2 could not be written: none of the available services could write it.'],
    [new ProductError('spend.user_cap'), 'Lesson 1.2 could not be written: your generation allowance for today is used up.'],
    [new ProductError('spend.install_cap'), 'Lesson 1.2 could not be written: generation is paused for today.'],
    [new ProductError('not_found'), 'Lesson 1.2 could not be written: something went wrong on our side.'],
  ])('is never silent: %s', async (error, text) => {
    await settleStepFailure(await claim(runId, keysOf(1).write), error);
    expect(await lines('step.failed')).toEqual([text]);
  });

  it('also when it is the practice of a lesson, or its check', async () => {
    await playWriting(runId, lessons[0]!);
    await settleStepFailure(await claim(runId, keysOf(0).practice), new ProductError('spend.user_cap'));
    await settleStepFailure(await claim(runId, keysOf(0).check), new ProductError('spend.user_cap'));
    expect(await lines('step.failed')).toEqual([
      'The practice of lesson 1.1 could not be written: your generation allowance for today is used up.',
      'Lesson 1.1 could not be checked: your generation allowance for today is used up.',
    ]);
  });

  it('of the research promises lessons only when there is an outline to write them from', async () => {
    const other = await givenStartedRun(await givenOwner());
    const message = () => database.knex('run_event').where({ run_id: other, event: 'step.failed' }).orderBy('id').pluck('text');
    await settleStepFailure(await claim(other, 'research'), new ServicesExhausted([]));
    expect(await message()).toEqual(['Research on the topic failed.']);
    await database.knex('step').where({ run_id: other, key: 'research' }).update({ state: 'queued', fence: 0 });
    await database.knex('step').where({ run_id: other, key: 'outline' }).update({ state: 'completed' });
    await settleStepFailure(await claim(other, 'research'), new ServicesExhausted([]));
    expect((await message()).at(-1)).toBe('Research on the topic failed. The lessons will be written without it.');
  });

  it('is not logged when its claim was lost in the meantime, and neither is a failed attempt: the run may have ended earlier', async () => {
    const step = await claim(runId, keysOf(0).write);
    await database.knex('step').where({ id: step.stepId }).increment('fence', 1);
    await settleStepFailure(step, new VendorFailure({ service: 'grok', code: 'vendors.unavailable', detail: 'x' }));
    expect(await lines('service.failed')).toEqual([]);
    await expect(settleStepFailure(step, new ProductError('spend.user_cap'))).rejects.toThrow('was taken over or ended');
    expect(await lines('step.failed')).toEqual([]);
  });
});
