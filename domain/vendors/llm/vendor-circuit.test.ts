import { describe, expect, it } from 'vitest';
import { config, setConfig } from '#domain/platform/config.ts';
import { BEES, JSON_BEES, useScriptedCalls } from './scripted-call.factory.ts';
import { fails, hangs, says, type Act } from './scripted-vendor.factory.ts';
import { excuseQueueing } from './call.commands.ts';
import { AllowanceWait, CallAborted } from './vendor-failure.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { PAUSES_SQL, retrySeconds, vendorAvailability, type Pause } from './vendor-availability.queries.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/vendor call/);

const { test, at, configure, ask, failureOf, lane } = useScriptedCalls();

describe('a 429', () => {
  it('closes the lane for everyone for as long as the vendor asks', async () => {
    const from = Date.now();
    at.vendor.play(fails(429, 'Slow down', { 'retry-after': '20' }));
    expect(await failureOf(ask())).toMatchObject({ code: 'vendors.rate_limited', retryAfterMs: 20_000 });
    const wait = await ask({ lane: 'batch' }).catch((error: unknown) => error);
    expect(wait).toBeInstanceOf(AllowanceWait);
    const retryAt = (wait as AllowanceWait).retryAt.getTime();
    expect(retryAt).toBeGreaterThanOrEqual(from + 19_990);
    expect(retryAt).toBeLessThanOrEqual(Date.now() + 20_260);
    expect(at.vendor.bodies).toHaveLength(1);
    const { claude, openai } = await vendorAvailability();
    expect(claude.available).toBe(false);
    expect(claude.retryAt?.getTime()).toBeGreaterThanOrEqual(from + 19_990);
    expect(openai).toEqual({ available: true, retryAt: null, configured: true, unansweredMs: 0 });
    expect(await lane()).toMatchObject({ failures: 0, open_until: null });
  });

  it('that asks for an hour pauses the lane for half a minute, after which a single call probes it', async () => {
    // the one call is answered once the other has been rejected
    const { promise: turnedAway, resolve: noteTurnedAway } = Promise.withResolvers<void>();
    const held: Act = (res, req) => void turnedAway.then(() => says(JSON_BEES)(res, req));
    at.vendor.play(fails(429, 'Slow down', { 'retry-after': '3600' }), held);
    expect(await failureOf(ask())).toMatchObject({ code: 'vendors.rate_limited', retryAfterMs: 30_000 });
    const { retryAt } = (await ask().catch((error: unknown) => error)) as AllowanceWait;
    expect(retryAt.getTime()).toBeLessThanOrEqual(Date.now() + 30_260);
    await test.knex('vendor_lane').update({ closed_until: new Date(0), open_until: new Date(Date.now() - 1) });
    const asking = [ask(), ask()];
    for (const one of asking) one.catch(() => noteTurnedAway());
    const [first, second] = await Promise.allSettled(asking);
    expect([first!.status, second!.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(at.vendor.bodies).toHaveLength(2);
    expect(await lane()).toMatchObject({ failures: 0, open_until: null });
  });

  it('to everyone for seconds: its pause ends with a single call, until somebody is answered', async () => {
    const limited = fails(429, 'Slow down', { 'retry-after-ms': '1' });
    const good = says(JSON_BEES);
    // the one call is answered once the others have been rejected
    const answers: (() => void)[] = [];
    const held =
      (act: Act): Act =>
      (res, req) =>
        void answers.push(() => act(res, req));
    at.vendor.play(limited, limited, held(limited), held(good), good, good);
    await failureOf(ask());
    await test.knex('vendor_lane').update({ unanswered_since: test.knex.raw(`now() - interval '4 s'`) });
    await failureOf(ask());
    for (const _ of [1, 2]) {
      await test.knex('vendor_lane').update({ closed_until: new Date(0), open_until: new Date(0) });
      let turnedAway = 0;
      const note = (reason: unknown) => void (turnedAway += reason instanceof AllowanceWait ? 1 : 0);
      const asking = [ask(), ask(), ask()].map((one) => one.then(() => undefined, note));
      await expect.poll(() => [turnedAway, answers.length]).toEqual([2, 1]);
      answers.pop()!();
      await Promise.all(asking);
      expect(turnedAway).toBe(2);
    }
    expect(await lane()).toMatchObject({ open_until: null });
    await Promise.all([ask(), ask()]);
    expect(at.vendor.bodies).toHaveLength(6);
  });

  it('GEN-03 is shown with its seconds to runs waiting for that service, and not once the lane is open or for another model', async () => {
    const told = async () =>
      retrySeconds((await rowsOf<{ pauses: Pause[] | null }>(test.knex, sql`select ${PAUSES_SQL} as pauses`))[0]!.pauses);
    expect(await told()).toBeNull();
    at.vendor.play(fails(429, 'Slow down', { 'retry-after': '20' }));
    await failureOf(ask());
    expect((await told())?.claude).toBeGreaterThanOrEqual(19);
    expect((await told())?.claude).toBeLessThanOrEqual(20);
    await test.knex('vendor_lane').update({ model: 'an old one' });
    expect(await told()).toBeNull();
  });

  it('is waited for if that takes no longer than 2 s', async () => {
    at.vendor.play(fails(429, 'Slow down', { 'retry-after-ms': '300' }), says(JSON_BEES));
    const start = performance.now();
    await failureOf(ask());
    await ask();
    expect(performance.now() - start).toBeGreaterThan(295);
  });
});

describe('the circuit', () => {
  const fail = async (times: number) => {
    at.vendor.play(fails(500));
    for (let i = 0; i < times; i++) await failureOf(ask());
  };
  const endPause = () => test.knex('vendor_lane').update({ open_until: test.knex.raw(`now() - interval '1 ms'`) });

  it('opens after consecutive failures, and then no calls are made', async () => {
    configure({ circuitFailures: 3 });
    await fail(3);
    await expect(ask()).rejects.toBeInstanceOf(AllowanceWait);
    expect(at.vendor.bodies).toHaveLength(3);
    expect((await vendorAvailability()).claude.available).toBe(false);
  });

  it('counts unreadable answers, and resets with the first good one', async () => {
    configure({ circuitFailures: 3 });
    const garble = async (times: number) => {
      at.vendor.play(says('no JSON'));
      for (let i = 0; i < times; i++) expect(await failureOf(ask())).toMatchObject({ code: 'vendors.broken_output' });
    };
    await garble(2);
    at.vendor.play(says(JSON_BEES));
    await ask();
    expect(await lane()).toMatchObject({ failures: 0, open_until: null });
    await garble(2);
    await fail(1);
    await expect(ask()).rejects.toBeInstanceOf(AllowanceWait);
    // it answers somebody, so it is available
    expect((await vendorAvailability()).claude.unansweredMs).toBeLessThan(10_000);
    // a probe that is garbled too lengthens the pause; a good one ends it
    const before = (await lane())!.open_until!;
    await endPause();
    await garble(1);
    expect((await lane())!.open_until!.getTime()).toBeGreaterThan(before.getTime());
    await endPause();
    at.vendor.play(says(JSON_BEES));
    await ask();
    expect(await lane()).toMatchObject({ failures: 0, open_until: null });
  });

  it('opens within twenty of three hundred garbled answers to calls at once', async () => {
    configure({ circuitFailures: 5 });
    at.vendor.play(says('no JSON'));
    let [garbled, turnedAway] = [0, 0];
    for (let round = 0; round < 30; round += 1)
      for (const outcome of await Promise.allSettled(Array.from({ length: 10 }, () => ask())))
        if (outcome.status === 'rejected' && outcome.reason instanceof AllowanceWait) turnedAway += 1;
        else garbled += 1;
    expect([garbled <= 20, garbled + turnedAway]).toEqual([true, 300]);
  });

  it('does not count answers that the vendor declines', async () => {
    configure({ circuitFailures: 3 });
    await fail(2);
    at.vendor.play(says('I’m sorry, but I can’t help with that.'));
    await failureOf(ask());
    await fail(2);
    expect(await lane()).toMatchObject({ failures: 2, open_until: null });
  });

  it('lets one probe at a time through after its pause, and closes when it succeeds', async () => {
    configure({ circuitFailures: 1 });
    await fail(1);
    await endPause();
    expect((await vendorAvailability()).claude.available).toBe(true);
    let finish = () => {};
    at.vendor.play((res, req) => void (finish = () => says(JSON_BEES)(res, req)));
    const turnedAway: unknown[] = [];
    const calls = Array.from({ length: 8 }, () => ask().catch((error: unknown) => void turnedAway.push(error)));
    await expect.poll(() => turnedAway.length).toBe(7);
    for (const error of turnedAway) expect(error).toBeInstanceOf(AllowanceWait);
    await expect.poll(() => at.vendor.bodies.length).toBe(2);
    expect((await vendorAvailability()).claude.available).toBe(false);
    finish();
    await Promise.all(calls);
    expect(turnedAway).toHaveLength(7);
    expect(at.vendor.bodies).toHaveLength(2);
    at.vendor.play(says(JSON_BEES));
    await ask();
    expect(await lane()).toMatchObject({ failures: 0, open_until: null, probe_until: null });
  });

  it('reserves the lane for a probe as long as it takes, and no longer than a lease when its process crashes', async () => {
    configure({ circuitFailures: 1 });
    // renewed every third of the lease, with slack for a busy machine
    setConfig({ ...config(), leaseMs: 1_500 });
    await fail(1);
    await endPause();
    at.vendor.play(hangs);
    const abort = new AbortController();
    const probe = expect(ask({ signal: abort.signal })).rejects.toBeInstanceOf(CallAborted);
    await expect.poll(async () => (await lane())!.probe_until).not.toBeNull();
    const first = (await lane())!.probe_until as Date;
    await expect.poll(async () => (await lane())!.probe_until! > new Date(first.getTime() + 1_500)).toBe(true);
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

  it('is open for a second at first, and twice as long after each probe that fails, up to the longest pause', async () => {
    configure({ circuitFailures: 1, circuitOpenMs: 5_000 });
    for (const seconds of [1, 2, 4, 5, 5]) {
      const before = Date.now();
      await fail(1);
      const opens = (await lane())!.open_until!.getTime();
      expect(opens).toBeGreaterThanOrEqual(before + seconds * 1_000 - 10);
      expect(opens).toBeLessThanOrEqual(Date.now() + seconds * 1_000 + 10);
      await endPause();
    }
  });

  it('allows a hanging probe a few seconds, not the time of a vendor in good standing', { tags: 'slow' }, async () => {
    configure({ circuitFailures: 1 });
    await fail(1);
    await endPause();
    at.vendor.play(hangs);
    expect(config().vendor.firstChunkTimeoutMs).toBe(30_000);
    expect(await failureOf(ask())).toMatchObject({ code: 'vendors.timed_out', message: 'claude: nothing arrived within 5000 ms' });
    await expect(ask()).rejects.toBeInstanceOf(AllowanceWait);
  });

  it('leaves the next caller to probe if a probe was aborted', async () => {
    configure({ circuitFailures: 1 });
    await fail(1);
    await endPause();
    at.vendor.play(hangs);
    const abort = new AbortController();
    const arrived = at.vendor.requested();
    const probe = ask({ signal: abort.signal });
    probe.catch(() => {});
    await arrived;
    abort.abort();
    await expect(probe).rejects.toBeInstanceOf(CallAborted);
    at.vendor.play(says(JSON_BEES));
    expect((await ask()).value).toEqual(BEES);
  });

  it('opens at once for a rejected key', async () => {
    configure({ circuitFailures: 10 });
    at.vendor.play(fails(401, 'invalid x-api-key'));
    expect(await failureOf(ask())).toMatchObject({ misconfigured: true });
    await expect(ask()).rejects.toBeInstanceOf(AllowanceWait);
  });
});

describe('how long a service has answered nobody', () => {
  const unansweredMs = async () => (await vendorAvailability()).claude.unansweredMs;
  const earlier = (ms: number) =>
    test.knex('vendor_lane').update({ unanswered_since: test.knex.raw(`unanswered_since - ? * interval '1 ms'`, [ms]) });

  it.each([
    ['an error', fails(500)],
    ['a 429', fails(429)],
    ['a refused key', fails(401)],
  ])('counts from the first call that got %s', async (_, failure) => {
    expect(await unansweredMs()).toBe(0);
    at.vendor.play(failure, failure);
    await failureOf(ask());
    await earlier(30_000);
    await test.knex('vendor_lane').update({ closed_until: null, open_until: null });
    await failureOf(ask());
    expect(await unansweredMs()).toBeGreaterThanOrEqual(30_000);
  });

  it.each([
    ['a good one', says(JSON_BEES)],
    ['an unusable one', says('no')],
  ])('ends with an answer to anyone, including %s', async (_, answer) => {
    at.vendor.play(fails(500), answer);
    await failureOf(ask());
    await earlier(30_000);
    await ask().catch(() => undefined);
    expect(await unansweredMs()).toBe(0);
  });

  it('restarts when nobody has asked for minutes: old evidence says nothing about now', async () => {
    at.vendor.play(fails(500), fails(500));
    await failureOf(ask());
    await earlier(600_000);
    await test.knex('vendor_lane').update({ unanswered_at: test.knex.raw(`now() - interval '5 minutes'`) });
    expect(await unansweredMs()).toBe(0);
    await failureOf(ask());
    expect(await unansweredMs()).toBeLessThan(10_000);
  });

  it('leaves out what calls have waited in our own queue, and the same time only once', async () => {
    at.vendor.play(fails(500));
    await failureOf(ask());
    const ago = (seconds: number) => test.knex.raw(`now() - ? * interval '1 s'`, [seconds]);
    await test.knex('vendor_lane').update({ unanswered_since: ago(70), unanswered_at: ago(40) });
    const { model } = (await lane())!;
    await excuseQueueing('claude', model, 30_000);
    expect(Math.round((await unansweredMs()) / 5_000)).toBe(8);
    await excuseQueueing('claude', model, 30_000);
    expect(Math.round((await unansweredMs()) / 5_000)).toBe(6);
    await excuseQueueing('claude', model, 500);
    expect(Math.round((await unansweredMs()) / 5_000)).toBe(6);
  });

  it('counts the pause of a service that an operator has paused', async () => {
    at.vendor.play(says(JSON_BEES));
    await ask();
    await test.knex('vendor_lane').update({ paused_at: test.knex.raw(`now() - interval '1 minute'`) });
    expect(await unansweredMs()).toBeGreaterThanOrEqual(60_000);
  });
});
