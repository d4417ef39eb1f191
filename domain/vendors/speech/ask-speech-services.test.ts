import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { config, setConfig } from '#domain/platform/config.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { listServiceLanes } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { AllowanceWait } from '#domain/vendors/llm/vendor-failure.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { speakText } from './speak.client.ts';

const database = useTestDatabase();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
beforeEach(async () => {
  const settings = config();
  const account = (path: string) => ({ baseURL: `${sandbox.url}/${path}`, apiKey: 'sandbox-key' });
  setConfig({
    ...settings,
    accounts: { ...settings.accounts, openai: account('openai/v1'), gemini: account('gemini/v1beta') },
    services: { ...settings.services, speech: true },
    vendor: { ...settings.vendor, callTimeoutMs: 500, requestsPerMinute: 0, tokensPerMinute: 0 },
  });
  await database.knex.raw('truncate vendor_lane, vendor_call, spend_day');
  await control('DELETE');
});
afterAll(() => sandbox.close());

const control = (method: string, body?: object) =>
  fetch(`${sandbox.url}/control/faults`, { method, body: body ? JSON.stringify(body) : null });
const given = (service: string, mode: string, more: object = {}) => control('PUT', { service, mode, ...more });
/** @param ageMs age of the step */
const speak = ({ ageMs = 0, key = randomUUID() as string } = {}) =>
  speakText({
    step: { stepId: randomUUID(), runId: randomUUID(), accountId: null, cappedId: null, lane: 'interactive', ageMs, tried: [] },
    text: 'Bees keep their hive warm.',
    isSecond: false,
    language: 'en',
    key,
    signal: AbortSignal.timeout(10_000),
  });
// calls of an earlier file, whose database is gone, may be recorded in this one
const calls = () =>
  database
    .knex('vendor_call')
    .where({ purpose: 'speech' })
    .orderBy('started_at')
    .select('service', 'purpose', 'outcome', 'http_status', 'cost_micro_usd');
const today = () => database.knex('spend_day').sum({ spent: 'micro_usd', presumed: 'presumed_micro_usd' }).first();

describe('a voice that fails', () => {
  it.each([
    ['that is broken', '500', { outcome: 'unavailable', http_status: 500 }],
    ['that is busy', '429', { outcome: 'rate_limited', http_status: 429 }],
    ['that is late', 'hang', { outcome: 'timed_out', http_status: null }],
  ])('%s is recorded with its failure, and the next one speaks', async (_, mode, failure) => {
    await given('openai', mode);
    expect(await speak()).toMatchObject({ service: 'gemini', words: null });
    expect(await calls()).toMatchObject([
      { service: 'openai', purpose: 'speech', cost_micro_usd: null, ...failure },
      { service: 'gemini', purpose: 'speech', outcome: 'ok', http_status: 200 },
    ]);
    const lanes = await listServiceLanes();
    expect(lanes.find(({ service }) => service === 'openai')).toMatchObject({
      newest_failure: { outcome: failure.outcome },
    });
  });

  it('after its time may have spoken: its cost is presumed, and the answer of another one is counted as reported', async () => {
    await given('openai', 'hang');
    await speak();
    const [, answered] = await calls();
    const { spent, presumed } = (await today())!;
    expect(Number(presumed)).toBeGreaterThan(0);
    expect(Number(spent)).toBe(Number(presumed) + Number(answered!.cost_micro_usd));
  });

  it('is waited for until the time it names, and longer than in an outage while it is only busy', async () => {
    await given('gemini', '429', { retry_after_s: 20 });
    await given('openai', '429', { retry_after_s: 7 });
    const begun = Date.now();
    const wait = await speak({ ageMs: 24 * 60 * 60_000 }).catch((error: unknown) => error);
    expect(wait).toBeInstanceOf(AllowanceWait);
    const { retryAt, tried } = wait as AllowanceWait;
    expect((retryAt.getTime() - begun) / 1000).toBeGreaterThan(6);
    expect((retryAt.getTime() - begun) / 1000).toBeLessThan(12);
    expect(tried).toMatchObject([{ service: 'openai', code: 'vendors.rate_limited' }, { service: 'gemini' }]);
    // no service is asked before that
    await speak().catch(() => undefined);
    expect(await calls()).toHaveLength(2);
  });

  it('for longer than a step’s patience fails the step', async () => {
    setConfig({ ...config(), vendor: { ...config().vendor, outagePatienceMs: 0 } });
    await given('*', '500');
    await expect(speak({ ageMs: 60_000 })).rejects.toMatchObject({ code: 'vendors.failed' });
  });
});

it('a part that is spoken again after its worker was killed is counted once', async () => {
  const key = randomUUID();
  await speak({ key });
  await speak({ key });
  const recorded = await calls();
  expect(recorded).toHaveLength(1);
  const { spent, presumed } = (await today())!;
  expect(Number(spent) - Number(presumed)).toBe(Number(recorded[0]!.cost_micro_usd));
});
