import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import { config, setConfig, type Config } from '#domain/platform/config.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { askModel, type ModelRequest } from './llm.client.ts';
import * as vendorActs from './scripted-vendor.factory.ts';
import { startScriptedVendor, type ScriptedVendor } from './scripted-vendor.factory.ts';
import { AllowanceWait, CallAborted, VendorFailure } from './vendor-failure.ts';
import { vendorAvailability } from './vendor-availability.queries.ts';

const { says, saysHalf, saysAtOnce, cutsAfter, stopsAfter, errsAfter, hangs, fails, garbles } = vendorActs;
const schema = z.object({ title: z.string(), points: z.array(z.string()) });
const BEES = { title: 'Bees', points: ['They dance', 'They count to four'] };
const JSON_BEES = JSON.stringify(BEES);

const test = useTestDatabase();
let vendor: ScriptedVendor;
let base: Config;
const accountId = uuidv7();
const runId = uuidv7();

beforeAll(async () => {
  vendor = await startScriptedVendor();
  base = config();
  await test.knex('account').insert({ id: accountId, email: 'a@example.com', first_name: 'A', last_name: 'B', terms_version: '1', terms_accepted_at: new Date() });
  await test.knex('run').insert({ id: runId, account_id: accountId, kind: 'course', request: '{}', request_id: 'r', topic: 'Bees' });
});
afterAll(() => vendor.close());
beforeEach(async () => {
  await test.knex.raw('truncate vendor_lane, vendor_call, spend_day');
  vendor.bodies.length = 0;
  configure({});
});

function configure(limits: Partial<Config['vendor']>, spend = { userCents: 0, installCents: 0 }, apiKey = 'key') {
  const claude = { baseURL: vendor.baseURL, apiKey, model: 'claude-sonnet-5-5' };
  setConfig({ ...base, spend, vendors: { ...base.vendors, claude }, vendor: { ...base.vendor, circuitOpenMs: 60_000, ...limits } });
}

const ask = (over: Partial<ModelRequest<z.infer<typeof schema>>> = {}) =>
  askModel({
    ...{ service: 'claude', purpose: 'outline', instructions: 'Write.', prompt: '<brief>{}</brief>', schema, maxOutputTokens: 500 },
    ...{ lane: 'interactive', accountId, runId, stepId: uuidv7(), signal: new AbortController().signal },
    ...over,
  });
const failureOf = async (call: Promise<unknown>): Promise<VendorFailure> => {
  const error = await call.then(() => null, (reason: unknown) => reason);
  expect(error).toBeInstanceOf(VendorFailure);
  return error as VendorFailure;
};
const lane = () => test.knex('vendor_lane').first();
const lastCall = () => test.knex('vendor_call').orderBy('id', 'desc').first();

describe('an answer', () => {
  it('is read from the stream, checked, and recorded with tokens, cost and who it was for', async () => {
    vendor.play(says(JSON_BEES));
    const answer = await ask();
    expect(answer).toMatchObject({ value: BEES, service: 'claude', model: 'claude-sonnet-5-5', inputTokens: 100, cachedTokens: 20, outputTokens: 50 });
    // 80 × 2 + 20 × 0.10 + 50 × 10 micro-dollars
    expect(await lastCall()).toMatchObject({
      ...{ account_id: accountId, run_id: runId, service: 'claude', model: 'claude-sonnet-5-5', purpose: 'outline', outcome: 'ok', http_status: 200 },
      ...{ input_tokens: 100, cached_tokens: 20, output_tokens: 50, cost_micro_usd: 662, detail: null },
    });
    expect(await test.knex('spend_day').select('micro_usd', 'calls')).toEqual([{ micro_usd: 662, calls: 1 }, { micro_usd: 662, calls: 1 }]);
  });

  it('takes two statements of the database', async () => {
    vendor.play(says(JSON_BEES));
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }) => void statements.push(sql);
    test.knex.on('query', note);
    await ask();
    test.knex.off('query', note);
    expect(statements).toHaveLength(2);
  });

  it('asks with the schema, the limit and the key of the configuration', async () => {
    vendor.play(says(JSON_BEES));
    await ask({ maxOutputTokens: 777 });
    expect(vendor.bodies[0]).toMatchObject({
      ...{ model: 'claude-sonnet-5-5', max_tokens: 777, stream: true, system: [{ text: 'Write.' }] },
      output_config: { format: { type: 'json_schema', schema: { required: ['title', 'points'], additionalProperties: false } } },
    });
  });

  it('is shown while it is written, also inside a fence', async () => {
    vendor.play(saysAtOnce('```json\n{"title":"Bees","points":["They da'));
    const abort = new AbortController();
    const seen = Promise.withResolvers<unknown>();
    const call = ask({ signal: abort.signal, onPartial: seen.resolve });
    expect(await seen.promise).toEqual({ title: 'Bees', points: ['They da'] });
    abort.abort();
    await expect(call).rejects.toBeInstanceOf(CallAborted);
  });

  it.each([
    ['a fence', `\`\`\`json\n${JSON_BEES}\n\`\`\``],
    ['remarks around a fence', `Here it is:\n\`\`\`\n${JSON_BEES}\n\`\`\`\nEnjoy!`],
    ['trailing commas', '{"title":"Bees","points":["They dance","They count to four",],}'],
    ['single quotes', "{'title':'Bees','points':['They dance','They count to four']}"],
  ])('is repaired: %s', async (_, text) => {
    vendor.play(says(text));
    expect((await ask()).value).toEqual(BEES);
  });
});

describe('a failure', () => {
  it.each([
    ['truncated by its limit', says('{"title":"Bees","points":["They', 'max_tokens'), 'vendors.broken_output', 'broken'],
    ['truncated by its limit right after a complete value', says(JSON_BEES, 'max_tokens'), 'vendors.broken_output', 'broken'],
    ['cut off although it says that it is done', says('{"title":"Bees","points":["They dance"'), 'vendors.broken_output', 'broken'],
    ['not JSON', says('I would rather not.'), 'vendors.broken_output', 'broken'],
    ['of another shape', says('{"title":"Bees","points":[1]}'), 'vendors.broken_output', 'broken'],
    ['empty', says(''), 'vendors.broken_output', 'broken'],
    ['a refusal', says('I cannot help with that.', 'refusal'), 'vendors.refused', 'refused'],
    ['a cut socket', cutsAfter('{"title":"Be'), 'vendors.unavailable', 'retryable'],
    ['a cut socket after a complete value', cutsAfter(JSON_BEES), 'vendors.unavailable', 'retryable'],
    ['a stream that just stops', stopsAfter('{"title":"Be'), 'vendors.unavailable', 'retryable'],
    ['a stream that just stops after a complete value', stopsAfter(JSON_BEES), 'vendors.unavailable', 'retryable'],
    ['an error event', errsAfter('{"title":"Be', 'overloaded_error', 'Overloaded'), 'vendors.unavailable', 'retryable'],
    ['a rate limit in mid-stream', errsAfter('{"title":"Be', 'rate_limit_error', 'Slow down'), 'vendors.rate_limited', 'retryable'],
    ['no event stream at all', garbles, 'vendors.unavailable', 'retryable'],
    ['500', fails(500), 'vendors.unavailable', 'retryable'],
    ['529', fails(529), 'vendors.unavailable', 'retryable'],
    ['429', fails(429), 'vendors.rate_limited', 'retryable'],
    ['401', fails(401), 'vendors.unavailable', 'retryable'],
    ['404 of a model', fails(404, 'model: no such model'), 'vendors.unavailable', 'retryable'],
    ['400', fails(400, 'max_tokens: too large'), 'vendors.broken_output', 'broken'],
    ['400 for a wrong key', fails(400, 'API key not valid'), 'vendors.unavailable', 'retryable'],
  ] as const)('%s', async (_, act, code, kind) => {
    vendor.play(act);
    expect(await failureOf(ask())).toMatchObject({ service: 'claude', code, kind });
    const outcome = { 'vendors.unavailable': 'unavailable', 'vendors.broken_output': 'broken', 'vendors.refused': 'refused', 'vendors.rate_limited': 'rate_limited' };
    expect(await lastCall()).toMatchObject({ outcome: outcome[code], run_id: runId });
  });

  it('a vendor that is not there', async () => {
    setConfig({ ...config(), vendors: { ...config().vendors, claude: { ...config().vendors.claude, baseURL: 'http://127.0.0.1:9/v1' } } });
    expect(await failureOf(ask())).toMatchObject({ code: 'vendors.unavailable', kind: 'retryable', httpStatus: null });
  });

  it.each([
    ['a vendor that never answers', hangs, { firstChunkTimeoutMs: 150 }, /nothing arrived/],
    ['a vendor that falls silent', saysHalf('{"title":"Be'), { chunkTimeoutMs: 150 }, /silent/],
    ['a call that takes too long', saysHalf('{"title":"Be'), { callTimeoutMs: 150 }, /not finished/],
  ] as const)('times out: %s, and the vendor is hung up on', async (_, act, limits, words) => {
    configure(limits);
    vendor.play(act);
    const left = vendor.clientLeft();
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({ code: 'vendors.timed_out', kind: 'retryable', message: expect.stringMatching(words) });
    await left;
    expect(await lastCall()).toMatchObject({ outcome: 'timed_out', input_tokens: null, cost_micro_usd: null });
  });

  it('is billed when the vendor said what it used', async () => {
    vendor.play(says('{"title":"Bees"', 'max_tokens'));
    await failureOf(ask());
    expect(await lastCall()).toMatchObject({ outcome: 'broken', output_tokens: 50, cost_micro_usd: 662, detail: 'claude: truncated at 500 tokens' });
  });

  it('says what to ask again with, without quoting the answer', async () => {
    vendor.play(says('{"title":"Secret honey","points":7}'));
    const { repairHint, message } = await failureOf(ask());
    expect(repairHint).toContain('points');
    expect(`${repairHint} ${message}`).not.toContain('Secret');
  });

  it('is not a cost of 0 when the model has no known price', async () => {
    setConfig({ ...config(), vendors: { ...config().vendors, claude: { ...config().vendors.claude, model: 'claude-next' } } });
    vendor.play(says(JSON_BEES));
    await ask();
    expect(await lastCall()).toMatchObject({ outcome: 'ok', output_tokens: 50, cost_micro_usd: null });
  });

  it('a service without a key is not configured, and is not called', async () => {
    configure({}, undefined, '');
    expect(await failureOf(ask())).toMatchObject({ code: 'vendors.unavailable', kind: 'retryable' });
    expect(vendor.bodies).toHaveLength(0);
    expect((await vendorAvailability()).claude).toEqual({ available: false, retryAt: null, configured: false });
  });
});

describe('aborting', () => {
  it.each([
    ['before the first byte', hangs],
    ['in mid-stream', saysHalf('{"title":"Be')],
  ])('reaches the vendor within 100 ms: %s', async (_, act) => {
    vendor.play(act);
    const abort = new AbortController();
    const [arrived, left] = [vendor.requested(), vendor.clientLeft()];
    const call = ask({ signal: abort.signal });
    call.catch(() => {});
    await arrived;
    const at = performance.now();
    abort.abort();
    expect((await left) - at).toBeLessThan(100);
    await expect(call).rejects.toBeInstanceOf(CallAborted);
    expect(await lastCall()).toMatchObject({ outcome: 'aborted' });
    expect(await lane()).toMatchObject({ failures: 0, open_until: null });
  });

  it('makes no call when it was aborted before', async () => {
    await expect(ask({ signal: AbortSignal.abort() })).rejects.toBeInstanceOf(CallAborted);
    expect(vendor.bodies).toHaveLength(0);
  });
});

describe('a 429', () => {
  it('closes the lane for everybody for as long as the vendor asks', async () => {
    vendor.play(fails(429, 'Slow down', { 'retry-after': '90' }));
    expect(await failureOf(ask())).toMatchObject({ code: 'vendors.rate_limited', retryAfterMs: 90_000 });
    const wait = await ask({ lane: 'batch' }).catch((error: unknown) => error);
    expect(wait).toBeInstanceOf(AllowanceWait);
    const seconds = ((wait as AllowanceWait).retryAt.getTime() - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(85);
    expect(seconds).toBeLessThan(91);
    expect(vendor.bodies).toHaveLength(1);
    const { claude, openai } = await vendorAvailability();
    expect(claude.available).toBe(false);
    expect(claude.retryAt?.getTime()).toBeGreaterThan(Date.now() + 80_000);
    expect(openai).toEqual({ available: true, retryAt: null, configured: true });
    expect(await lane()).toMatchObject({ failures: 0, open_until: null });
  });

  it('is waited for when that takes no longer than 2 s', async () => {
    vendor.play(fails(429, 'Slow down', { 'retry-after-ms': '300' }), says(JSON_BEES));
    await failureOf(ask());
    const at = performance.now();
    await ask();
    expect(performance.now() - at).toBeGreaterThan(200);
  });
});

describe('the circuit', () => {
  const fail = async (times: number) => {
    vendor.play(fails(500));
    for (let i = 0; i < times; i++) await failureOf(ask());
  };
  const endPause = () => test.knex('vendor_lane').update({ open_until: test.knex.raw(`now() - interval '1 ms'`) });

  it('opens after failures in a row, and then nobody calls', async () => {
    configure({ circuitFailures: 3 });
    await fail(3);
    await expect(ask()).rejects.toBeInstanceOf(AllowanceWait);
    expect(vendor.bodies).toHaveLength(3);
    expect((await vendorAvailability()).claude.available).toBe(false);
  });

  it('does not count what the vendor answered, whatever it was', async () => {
    configure({ circuitFailures: 3 });
    await fail(2);
    vendor.play(says('no JSON'));
    await failureOf(ask());
    await fail(2);
    expect(await lane()).toMatchObject({ failures: 2, open_until: null });
  });

  it('lets one probe at a time through after its pause, and closes when that succeeds', async () => {
    configure({ circuitFailures: 1 });
    await fail(1);
    await endPause();
    expect((await vendorAvailability()).claude.available).toBe(true);
    let finish = () => {};
    vendor.play((res, req) => void (finish = () => says(JSON_BEES)(res, req)));
    const turnedAway: unknown[] = [];
    const calls = Array.from({ length: 8 }, () => ask().catch((error: unknown) => void turnedAway.push(error)));
    await expect.poll(() => turnedAway.length).toBe(7);
    for (const error of turnedAway) expect(error).toBeInstanceOf(AllowanceWait);
    await expect.poll(() => vendor.bodies.length).toBe(2);
    expect((await vendorAvailability()).claude.available).toBe(false);
    finish();
    await Promise.all(calls);
    expect(turnedAway).toHaveLength(7);
    expect(vendor.bodies).toHaveLength(2);
    vendor.play(says(JSON_BEES));
    await ask();
    expect(await lane()).toMatchObject({ failures: 0, open_until: null, probe_until: null });
  });

  it('keeps the lane to a probe for as long as it takes, and no longer than a lease when its process dies', async () => {
    configure({ circuitFailures: 1 });
    setConfig({ ...config(), leaseMs: 300 });
    await fail(1);
    await endPause();
    vendor.play(hangs);
    const abort = new AbortController();
    const probe = expect(ask({ signal: abort.signal })).rejects.toBeInstanceOf(CallAborted);
    await expect.poll(async () => (await lane()).probe_until).not.toBeNull();
    const first = (await lane()).probe_until as Date;
    await expect.poll(async () => (await lane()).probe_until > new Date(first.getTime() + 300)).toBe(true);
    await expect(ask()).rejects.toBeInstanceOf(AllowanceWait);
    abort.abort();
    await probe;
  });

  it('opens again when the probe fails', async () => {
    configure({ circuitFailures: 3 });
    await fail(3);
    await endPause();
    await fail(1);
    await expect(ask()).rejects.toBeInstanceOf(AllowanceWait);
  });

  it('leaves the next caller to probe when a probe was aborted', async () => {
    configure({ circuitFailures: 1 });
    await fail(1);
    await endPause();
    vendor.play(hangs);
    const abort = new AbortController();
    const arrived = vendor.requested();
    const probe = ask({ signal: abort.signal });
    probe.catch(() => {});
    await arrived;
    abort.abort();
    await expect(probe).rejects.toBeInstanceOf(CallAborted);
    vendor.play(says(JSON_BEES));
    expect((await ask()).value).toEqual(BEES);
  });

  it('opens at once for a key that is not accepted', async () => {
    configure({ circuitFailures: 10 });
    vendor.play(fails(401, 'invalid x-api-key'));
    expect(await failureOf(ask())).toMatchObject({ misconfigured: true });
    await expect(ask()).rejects.toBeInstanceOf(AllowanceWait);
  });
});

describe('the daily brakes', () => {
  it('stop one user at the cap, and no call is made', async () => {
    configure({}, { userCents: 1, installCents: 0 });
    vendor.play(says(JSON_BEES));
    await ask();
    await test.knex('spend_day').where({ account_id: accountId }).update({ micro_usd: 10_000 });
    const error = await ask().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'spend.user_cap', data: { retryAfterS: expect.any(Number) } });
    expect(vendor.bodies).toHaveLength(1);
    expect((await ask({ accountId: uuidv7() })).value).toEqual(BEES);
  });

  it('stop the whole installation', async () => {
    configure({}, { userCents: 0, installCents: 1 });
    vendor.play(says(JSON_BEES));
    await ask();
    await test.knex('spend_day').update({ micro_usd: 10_000 });
    await expect(ask({ accountId: uuidv7() })).rejects.toMatchObject({ code: 'spend.install_cap' });
  });

  it('begin anew at midnight UTC', async () => {
    configure({}, { userCents: 1, installCents: 1 });
    vendor.play(says(JSON_BEES));
    await ask();
    await test.knex('spend_day').update({ micro_usd: 10_000_000, day: test.knex.raw(`cast(now() at time zone 'utc' as date) - 1`) });
    expect((await ask()).value).toEqual(BEES);
  });
});
