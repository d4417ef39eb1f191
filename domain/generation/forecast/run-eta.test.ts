import { randomUUID } from 'node:crypto';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { config, setConfig, type Config } from '#domain/platform/config.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { claim, givenCompletedRun, givenStartedRun, playOutline } from '#domain/generation/runs/run.factory.ts';
import { forgetEstimates } from './run-eta.queries.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';

const database = useTestDatabase();
let accountId: string;

beforeAll(async () => {
  setJobSink(async () => {});
  forgetEstimates();
  accountId = await givenOwner();
});

afterEach(() => vi.restoreAllMocks());

const etaOf = async (runId: string) => (await runEnvelope({ runId, accountId })).eta;
const etaSoon = async (runId: string) => {
  let eta = await etaOf(runId);
  await vi.waitUntil(async () => (eta = await etaOf(runId)) !== null, { timeout: 60_000, interval: 50 });
  return eta!;
};
/** Inserts a completed course whose every step took `seconds`. */
async function givenHistory(seconds: number): Promise<void> {
  const { runId } = await givenCompletedRun(accountId);
  const ago = database.knex.raw(`finished_at - ? * interval '1 s'`, [seconds]);
  await database.knex('step').where({ run_id: runId }).update({ started_at: ago, created_at: ago });
  await database
    .knex('run')
    .where({ id: runId })
    .update({ started_at: database.knex.raw(`finished_at - ? * interval '1 s'`, [seconds * 5]) });
}

it('is a range with its basis once three courses are finished here, costs a poll nothing, and says when it takes longer than usual', async () => {
  const first = await givenStartedRun(accountId);
  await playOutline(first);
  await givenHistory(60);
  await givenHistory(60);
  expect(await etaOf(first)).toBeNull();
  await givenHistory(60);
  await givenHistory(70);

  const eta = await etaSoon(first);
  // writing, practice, check and assembly are left
  expect(eta.low_s).toBeGreaterThanOrEqual((4 * 55 * 2) / 3);
  expect(eta.high_s).toBeLessThanOrEqual((4 * 75 * 3) / 2);
  expect(eta.high_s).toBeGreaterThanOrEqual(eta.low_s);
  expect(eta).toMatchObject({ overdue: false, basis: 'the last 4 courses here and the current load' });

  const statements: string[] = [];
  const note = ({ sql }: { sql: string }) => void statements.push(sql);
  database.knex.on('query', note);
  for (let poll = 0; poll < 20; poll += 1) await etaOf(first);
  database.knex.off('query', note);
  expect(statements.length).toBeLessThanOrEqual(20 + 2);

  setConfig({ ...config(), maxActiveRuns: 0 });
  const waiting = await givenStartedRun(accountId);
  setConfig({ ...config(), maxActiveRuns: 1 });
  expect((await etaSoon(waiting)).high_s).toBeGreaterThan(eta.high_s + 4 * 55);

  await database
    .knex('run')
    .where({ id: first })
    .update({ started_at: database.knex.raw(`now() - interval '600 s'`) });
  await claim(first, (await database.knex('step').where({ run_id: first, job: 'write-lesson' }).first('key'))!.key);
  await vi.waitUntil(async () => (await etaOf(first))?.overdue, { timeout: 15_000, interval: 200 });
  expect((await etaOf(waiting))!.overdue).toBe(false);
});

it('is computed from the speed of the connected services, whoever wrote earlier courses', async () => {
  const usual = config();
  await database.knex('run').whereNot({ status: 'completed' }).del();
  for (const { id, run_id } of await database.knex('step').whereNot({ job: 'assemble-course' }))
    await database.knex('vendor_call').insert({
      id: randomUUID(),
      run_id,
      step_id: id,
      service: 'claude',
      model: 'claude-sonnet-5-5',
      purpose: 'lesson',
      started_at: new Date(),
      ms: 3_000,
      outcome: 'ok',
      output_tokens: 600,
    });
  const [baseURL, model] = ['http://127.0.0.1:9/v1', 'qwen3:8b'];
  // as measured by its connection test: three tokens a second, one call at a time
  await database.knex('model_trait').insert({ base_url: baseURL, model, trait: 'words_a_second', value: '2', source: 'a test' });
  const own = { baseURL, model, apiKey: 'none', compatible: { contextTokens: 8_192, price: null } };
  setConfig({ ...usual, maxActiveRuns: 1, vendors: Object.fromEntries(SERVICES.map((service) => [service, own])) as Config['vendors'] });
  forgetEstimates();
  const runId = await givenStartedRun(accountId);
  await playOutline(runId);
  const eta = await etaSoon(runId);
  // text, practice and check of six lessons, one after the other
  const seconds = (6 * 3 * 600) / 3;
  expect(eta.low_s).toBeGreaterThan(seconds / 2);
  expect(eta.high_s).toBeLessThan(seconds * 2);
  expect(eta.basis).toMatch(/the speed of the connected models/);
  setConfig(usual);
  forgetEstimates();
  await database.knex('vendor_call').del();
});

it('is recomputed earlier for a run that exceeds its estimate', async () => {
  await database.knex('run').whereNot({ status: 'completed' }).del();
  const moment = database.knex.raw(`finished_at - interval '10 ms'`);
  await database.knex('step').update({ started_at: moment, created_at: moment });
  const runId = await givenStartedRun(accountId);
  await playOutline(runId);
  // makes all earlier estimates outdated
  let ahead = 60_000;
  const [clock, wall] = [performance.now.bind(performance), Date.now.bind(Date)];
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + ahead);
  vi.spyOn(Date, 'now').mockImplementation(() => wall() + ahead);
  let looks = 0;
  database.knex.on('query', ({ sql }: { sql: string }) => void (looks += sql.includes('measured as') ? 1 : 0));
  expect(await etaSoon(runId)).toMatchObject({ low_s: 1, high_s: 1 });
  const before = looks;
  ahead += 2_500;
  await etaOf(runId);
  await vi.waitUntil(() => looks > before, { timeout: 60_000 });
});
