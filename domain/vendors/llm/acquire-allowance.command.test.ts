import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { config, setConfig, type Config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { settleCall, type FinishedCall } from './call.commands.ts';
import { acquireAllowance, type Allowance, type AllowanceRequest } from './acquire-allowance.command.ts';
import { holdService } from './service-pause.commands.ts';
import { AllowanceWait, CallAborted } from './vendor-failure.ts';

const test = useTestDatabase();
let base: Config;
beforeAll(() => void (base = config()));
beforeEach(() => test.knex.raw('truncate vendor_lane, vendor_call, spend_day'));

const limit = (requestsPerMinute: number, tokensPerMinute = 1e9, interactiveShare = 0.4) =>
  setConfig({ ...base, vendor: { ...base.vendor, requestsPerMinute, tokensPerMinute, interactiveShare } });

const take = (over: Partial<AllowanceRequest> = {}) =>
  acquireAllowance({
    service: 'grok',
    model: 'grok-4.7',
    lane: 'interactive',
    accountId: uuidv7(),
    tokens: 1000,
    signal: new AbortController().signal,
    ...over,
  });
/** Returns how many of `callers` concurrent callers got their allowance; the others must fail with AllowanceWait. */
async function grantedOf(callers: number, over: Partial<AllowanceRequest> = {}): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: callers }, () => take(over)));
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(AllowanceWait);
  return results.filter(({ status }) => status === 'fulfilled').length;
}
const call = (allowance: Allowance, over: Partial<FinishedCall> = {}): FinishedCall => ({
  id: uuidv7(),
  allowance,
  accountId: uuidv7(),
  runId: uuidv7(),
  stepId: uuidv7(),
  purpose: 'p',
  startedAt: new Date(),
  ms: 1,
  outcome: 'ok',
  standing: 'up',
  httpStatus: 200,
  use: null,
  presumed: null,
  closeForMs: null,
  detail: null,
  ...over,
});
const hold = (isHeld: boolean) => transact((trx) => holdService(trx, 'grok', isHeld));
const lane = () => test.knex('vendor_lane').first();
const level = (request_level: number, token_level = 1e9) =>
  test.knex('vendor_lane').update({ request_level, token_level, refilled_at: test.knex.fn.now() });

describe('the bucket', () => {
  it('grants parallel callers on several connections no more than there is, plus the refill within 2 s', { tags: 'slow' }, async () => {
    limit(60); // one request a second
    const start = performance.now();
    const granted = await grantedOf(200);
    const elapsedS = (performance.now() - start) / 1000;
    // the bucket's capacity, the refill within the 2 s a caller may wait, and one more for each second the requests themselves took
    expect(granted).toBeGreaterThanOrEqual(62);
    expect(granted).toBeLessThanOrEqual(62 + Math.ceil(elapsedS));
    // the last two waited for the refill, in order
    expect(elapsedS).toBeGreaterThan(1.5);
  });

  it('counts tokens as well as requests', async () => {
    limit(1e6, 60_000);
    expect(await grantedOf(50, { tokens: 6_000 })).toBe(10);
  });

  it('returns the time of the next retry', async () => {
    limit(60);
    await take();
    const from = Date.now();
    await level(-5);
    const error = await take().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AllowanceWait);
    // 6 requests short at one a second, plus up to a quarter of a second of jitter
    const retryAt = (error as AllowanceWait).retryAt.getTime();
    expect(retryAt).toBeGreaterThanOrEqual(from + 5_990);
    expect(retryAt).toBeLessThanOrEqual(Date.now() + 6_260);
  });

  it('refills with time, and never above its size', async () => {
    limit(60);
    await take();
    await test.knex('vendor_lane').update({ request_level: 0, refilled_at: test.knex.raw(`now() - interval '10 s'`) });
    await take();
    expect((await lane())!.request_level).toBeCloseTo(9, 0);
    await test.knex('vendor_lane').update({ refilled_at: test.knex.raw(`now() - interval '1 day'`) });
    await take();
    expect((await lane())!.request_level).toBe(59);
  });

  it('lets a call through that is larger than the bucket, when that is full', async () => {
    limit(60, 10_000);
    await take({ tokens: 50_000 });
    expect((await lane())!.token_level).toBe(0);
  });

  it('is corrected by the actual usage of a call', async () => {
    limit(60, 10_000);
    await settleCall(call(await take({ tokens: 4_000 }), { use: { input: 500, output: 250, cacheRead: 0, cacheWrite: 0 } }));
    expect((await lane())!.token_level).toBe(9_250);
  });

  it('settles the same call once, however often it is reported', async () => {
    limit(60, 10_000);
    const failed = call(await take({ tokens: 4_000 }), { outcome: 'unavailable', standing: 'down', httpStatus: 500 });
    await settleCall(failed);
    await settleCall(failed);
    expect(await lane()).toMatchObject({ token_level: 10_000, failures: 1 });
    expect(await test.knex('spend_day').select('calls')).toEqual([{ calls: 1 }, { calls: 1 }]);
  });

  it('returns the share of a caller who left the line', async () => {
    limit(60);
    await take();
    await level(0);
    const abort = new AbortController();
    const gone = expect(take({ signal: abort.signal })).rejects.toBeInstanceOf(CallAborted);
    await expect.poll(async () => (await lane())!.request_level).toBeLessThan(-0.5);
    abort.abort();
    await gone;
    expect((await lane())!.request_level).toBeCloseTo(0, 1);
  });

  it('rejects the queued callers when the vendor closes in the meantime', async () => {
    limit(60);
    await take();
    await level(0);
    const turned = expect(take()).rejects.toBeInstanceOf(AllowanceWait);
    await expect.poll(async () => (await lane())!.request_level).toBeLessThan(-0.5);
    await test.knex('vendor_lane').update({ closed_until: test.knex.raw(`now() + interval '1 minute'`) });
    await turned;
    expect((await lane())!.request_level).toBeCloseTo(0, 1);
  });

  it('is the same for concurrent callers of one user', { tags: 'slow' }, async () => {
    limit(60, 60_000);
    const accountId = uuidv7();
    // the first ten find an unused lane
    expect(await grantedOf(10, { accountId })).toBe(10);
    expect(await lane()).toMatchObject({ request_level: 50, token_level: 50_000 });
    expect(await grantedOf(20, { accountId })).toBe(20);
    const { request_level, token_level } = (await lane())!;
    expect(request_level).toBeCloseTo(30, 0);
    expect(token_level).toBeGreaterThanOrEqual(30_000);
    // a batch of all three would exceed the bucket: each gets what is available
    const more = await grantedOf(50, { accountId });
    expect(more).toBeGreaterThanOrEqual(30);
    expect(more).toBeLessThanOrEqual(36);
  });

  it('lets one probe through when many calls of one user return to an open circuit', async () => {
    limit(60);
    const accountId = uuidv7();
    await take({ accountId });
    await test.knex('vendor_lane').update({ open_until: test.knex.raw(`now() - interval '1 s'`) });
    expect(await grantedOf(12, { accountId })).toBe(1);
  });

  it('is corrected for calls that end together by the usage of all of them', async () => {
    limit(60, 60_000);
    const accountId = uuidv7();
    const allowances = await Promise.all(Array.from({ length: 6 }, () => take({ accountId, tokens: 4_000 })));
    const use = { input: 500, output: 500, cacheRead: 0, cacheWrite: 0 };
    const calls = allowances.map((allowance) => call(allowance, { accountId, use }));
    await Promise.all([...calls, calls[0]!].map(settleCall));
    expect((await lane())!.token_level).toBeCloseTo(54_000, -3);
    expect(await test.knex('vendor_call').count('* as rows').first()).toEqual({ rows: 6 });
    expect(await test.knex('spend_day').select('calls')).toEqual([{ calls: 6 }, { calls: 6 }]);
  });

  it('is one for each service and model', async () => {
    limit(60);
    await take();
    await level(-60);
    await expect(take()).rejects.toBeInstanceOf(AllowanceWait);
    await take({ service: 'gemini', model: 'gemini-3.8-flash' });
  });

  it('of a new model grants nothing while an operator has paused its service', async () => {
    limit(60);
    await hold(true);
    await expect(take({ model: 'a-voice' })).rejects.toBeInstanceOf(AllowanceWait);
    await expect(take({ model: 'a-voice' })).rejects.toBeInstanceOf(AllowanceWait);
    await take({ service: 'gemini', model: 'another-voice' });
    await hold(false);
    await take({ model: 'a-voice' });
  });
});

describe('the batch lane', () => {
  it('stops at the share that is reserved for interactive work, which gets the rest', { tags: 'slow' }, async () => {
    limit(600, 1e9, 0.5); // ten requests a second
    const start = performance.now();
    const batch = await grantedOf(700, { lane: 'batch' });
    expect(batch).toBeGreaterThanOrEqual(299);
    expect(batch).toBeLessThanOrEqual(302 + 10 * Math.ceil((performance.now() - start) / 1000));
    expect((await lane())!.request_level).toBeGreaterThanOrEqual(299);
    expect(await grantedOf(300)).toBe(300);
  });
});
