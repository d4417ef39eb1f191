import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { buildForm, givenOwner } from '#domain/courses/content/course.factory.ts';
import { setConfig, config } from '#domain/platform/config.ts';
import { setJobSink, type Delivery } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { admitRuns } from '#domain/platform/runs/admit-runs.command.ts';
import { runEnvelope } from './run.queries.ts';
import { startRun } from './course-run.commands.ts';

const database = useTestDatabase();
const delivered: Delivery[] = [];
let accountId: string;

beforeAll(() => setJobSink(async (deliveries) => void delivered.push(...deliveries)));
beforeEach(async () => {
  await database.knex('run').del();
  delivered.length = 0;
  accountId = await givenOwner();
});

const start = (changes: Partial<CourseForm> = {}, idempotencyKey?: string) =>
  startRun({ accountId, form: buildForm(changes), requestId: 'test', idempotencyKey });
const runs = async () => Number((await database.knex('run').count({ n: '*' }).first())?.n);

describe('one request is one run', () => {
  it('G29 the same form twenty times at once, without a key', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => start()));
    expect(new Set(answers.map((answer) => answer.runId)).size).toBe(1);
    expect(answers.filter((answer) => answer.created)).toHaveLength(1);
    expect(await runs()).toBe(1);
  });

  it('G29 the same form twenty times at once, with a key', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => start({}, 'key-1')));
    expect(new Set(answers.map((answer) => answer.runId)).size).toBe(1);
    expect(await runs()).toBe(1);
  });

  it('the same key with another form is refused, another key is another run', async () => {
    await start({}, 'key-1');
    await expect(start({ topic: 'Wasps' }, 'key-1')).rejects.toMatchObject({ code: 'idempotency.body_mismatch' });
    await start({}, 'key-2');
    expect(await runs()).toBe(2);
  });

  it('keys and forms of one user mean nothing for another', async () => {
    const mine = await start({}, 'key-1');
    accountId = await givenOwner();
    expect((await start({}, 'key-1')).runId).not.toBe(mine.runId);
    expect((await start()).created).toBe(true);
  });

  it.each([
    ['completed a minute ago', 'completed', '1 minute', false],
    ['completed an hour ago', 'completed', '1 hour', true],
    ['failed a minute ago', 'failed', '1 minute', true],
    ['cancelled a minute ago', 'cancelled', '1 minute', true],
  ])('a run of the same form that %s', async (_, status, ago, again) => {
    const first = await start();
    await database
      .knex('run')
      .where({ id: first.runId })
      .update({
        status,
        error_code: status === 'failed' ? 'vendors.all_down' : null,
        finished_at: database.knex.raw(`now() - interval '${ago}'`),
      });
    const second = await start();
    expect(second.created).toBe(again);
    expect(second.runId === first.runId).toBe(!again);
  });

  it.each<[string, Partial<CourseForm>, Partial<CourseForm>]>([
    [
      'a list in another order',
      { accessibility_options: ['captions', 'large-text'] },
      { accessibility_options: ['large-text', 'captions'] },
    ],
    ['a list with repeats', { accessibility_options: ['captions', 'captions'] }, { accessibility_options: ['captions'] }],
    ['a text in another form of Unicode', { topic: 'Cre\u0300me bru\u0302le\u0301e' }, { topic: 'Crème brûlée' }],
    ['white space around a text', { certification_level: ' gold\n' }, { certification_level: 'gold' }],
  ])('%s is the same form, with a key and without', async (_, one, other) => {
    const [first, keyed] = [await start(one), await start(one, 'key-1')];
    expect(await start(other)).toEqual({ runId: first.runId, created: false });
    expect(await start(other, 'key-1')).toEqual({ runId: keyed.runId, created: false });
  });

  it.each<[string, Partial<CourseForm>, Partial<CourseForm>]>([
    ['letters in another case', { topic: 'Turkish delight' }, { topic: 'turkish delight' }],
    ['white space within a text', { learning_goals: 'Keep one colony' }, { learning_goals: 'Keep one  colony' }],
    ['fullwidth letters', { topic: 'ＡＢＣ' }, { topic: 'ABC' }],
  ])('%s make another form', async (_, one, other) => {
    await start(one);
    expect((await start(other)).created).toBe(true);
  });

  it('the order of the fields does not matter', async () => {
    const form = buildForm();
    const turned = Object.fromEntries(Object.entries(form).toReversed()) as CourseForm;
    const first = await startRun({ accountId, form, requestId: 'a' });
    expect(await startRun({ accountId, form: turned, requestId: 'b' })).toEqual({ runId: first.runId, created: false });
  });
});

describe('a course for a child', () => {
  it('G33 PROF-03 is rejected without a parent’s or school’s consent, and nothing is started or reserved', async () => {
    await expect(start({ age: 12 })).rejects.toMatchObject({
      code: 'validation.failed',
      data: { errors: [{ path: 'guardian_agreement' }] },
    });
    expect(await runs()).toBe(0);
    const { runId } = await start({ age: 12, guardian_agreement: true });
    const { request } = (await database.knex('run').where({ id: runId }).first('request'))!;
    expect(request).toMatchObject({ age: 12, guardian_agreement: true });
    expect((await start({ age: 13 })).created).toBe(true);
  });
});

describe('admission', () => {
  it('starts the outline and the research at once when there is room', async () => {
    const { runId } = await start();
    expect(delivered.map((delivery) => delivery.job).toSorted()).toEqual(['draft-outline', 'research-topic']);
    expect(await database.knex('outbox').whereNotNull('step_id').count({ n: '*' }).first()).toEqual({ n: 0 });
    expect(await runEnvelope({ runId, accountId })).toMatchObject({
      status: 'running',
      progress: 10,
      stage: 'outline',
      queue_position: null,
    });
  });

  it('never has more than MAX_ACTIVE_RUNS active, is fair per user, and shows the exact position', async () => {
    setConfig({ ...config(), maxActiveRuns: 2 });
    const anna = accountId;
    const annas = [];
    for (const topic of ['A1', 'A2', 'A3', 'A4']) annas.push((await start({ topic })).runId);
    accountId = await givenOwner();
    const bens = [(await start({ topic: 'B1' })).runId];
    const position = async (runId: string, owner: string) => (await runEnvelope({ runId, accountId: owner })).queue_position;
    expect(await Promise.all([annas[2]!, annas[3]!].map((runId) => position(runId, anna)))).toEqual([2, 3]);
    expect(await position(bens[0]!, accountId)).toBe(1);

    await database.knex('run').where({ id: annas[0] }).update({ status: 'cancelled', finished_at: new Date() });
    expect(await Promise.all(Array.from({ length: 5 }, () => admitRuns())).then((started) => started.flat())).toEqual(bens);
    expect(await position(annas[2]!, anna)).toBe(1);
    setConfig({ ...config(), maxActiveRuns: 12 });
  });
});

it('a spent daily allowance refuses new runs with its code and says when it renews', async () => {
  await database
    .knex('spend_day')
    .insert({ day: database.knex.raw(`cast(now() at time zone 'utc' as date)`), account_id: accountId, micro_usd: 10 ** 12 });
  await expect(start()).rejects.toMatchObject({ code: 'spend.user_cap', data: { retryAfterS: expect.any(Number) } });
  expect(await runs()).toBe(0);
});

it('a run is accessible to its owner only', async () => {
  const { runId } = await start();
  const other = await givenOwner();
  await expect(runEnvelope({ runId, accountId: other })).rejects.toMatchObject({ code: 'not_found' });
  await expect(runEnvelope({ runId: 'nonsense', accountId })).rejects.toMatchObject({ code: 'not_found' });
});
