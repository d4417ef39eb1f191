import { beforeEach, describe, expect, it } from 'vitest';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { hasPatience, silenceMs, triesOf, waitForAnswer, withTry } from './outage-patience.ts';
import type { Availability } from './vendor-availability.queries.ts';

useTestDatabase();
const PATIENCE_MS = 600_000;
beforeEach(() => setConfig({ ...config(), vendor: { ...config().vendor, outagePatienceMs: PATIENCE_MS } }));

const out = (ms: Partial<Record<Service, number>> | number): Record<Service, Availability> =>
  Object.fromEntries(
    SERVICES.map((service) => {
      const unansweredMs = typeof ms === 'number' ? ms : (ms[service] ?? 0);
      return [service, { configured: true, available: false, retryAt: new Date(), unansweredMs }];
    }),
  ) as Record<Service, Availability>;
const aged = (ageMs: number) => ({ step: { ageMs }, tried: [] as FailedAttempt[] });
const failedAgo = (ms: number, code = 'vendors.unavailable', service: Service = 'claude'): FailedAttempt => ({
  service,
  code,
  at: new Date(Date.now() - ms).toISOString(),
});

describe('a step has patience with an outage', () => {
  it.each([5_000, 60_000, 600_000, 86_400_000])('as long as it lasts, whatever the age of the step: %i ms', (ageMs) => {
    expect(hasPatience(SERVICES, { ...aged(ageMs), availability: out(1_500) })).toBe(true);
    expect(hasPatience(SERVICES, { ...aged(ageMs), availability: out(PATIENCE_MS - 1) })).toBe(true);
  });

  it('until nobody was answered for as long as the patience; one service that answered somebody since then renews it', () => {
    expect(hasPatience(SERVICES, { ...aged(PATIENCE_MS), availability: out(PATIENCE_MS) })).toBe(false);
    const availability = out({ claude: PATIENCE_MS, openai: PATIENCE_MS, gemini: PATIENCE_MS, grok: 20_000 });
    expect(hasPatience(SERVICES, { ...aged(PATIENCE_MS), availability })).toBe(true);
    expect(hasPatience(['claude', 'openai'], { ...aged(PATIENCE_MS), availability }), 'grok is no candidate').toBe(false);
  });

  it('not for outages from before it began, unless its run can go on without it', () => {
    expect(hasPatience(SERVICES, { ...aged(5_000), availability: out(PATIENCE_MS) })).toBe(true);
    expect(hasPatience(SERVICES, { ...aged(5_000), availability: out(PATIENCE_MS), leftMs: Infinity })).toBe(false);
    expect(hasPatience(SERVICES, { ...aged(PATIENCE_MS), availability: out(20_000), leftMs: Infinity })).toBe(true);
  });

  it('not beyond the remaining time, if its run can continue without it', () => {
    expect(hasPatience(SERVICES, { ...aged(5_000), availability: out(1_500), leftMs: 1 })).toBe(true);
    expect(hasPatience(SERVICES, { ...aged(5_000), availability: out(1_500), leftMs: 0 })).toBe(false);
    const inAMinute = new Date(Date.now() + 60_000);
    expect(waitForAnswer('claude', inAMinute, 0, { leftMs: 3_000 }).retryAt.getTime()).toBeLessThan(inAMinute.getTime() - 50_000);
    expect(waitForAnswer('claude', inAMinute, 0).retryAt.getTime()).toBeGreaterThanOrEqual(inAMinute.getTime());
  });

  it('with the silence of one of them for 20 s, less if less is left, and a moment if it answers nobody', () => {
    const answering = { unansweredMs: 0 };
    const failing = { unansweredMs: 4_000 };
    expect([silenceMs(Infinity, answering), silenceMs(12_000, answering), silenceMs(-9_000, answering)]).toEqual([20_000, 12_000, 5_000]);
    expect([silenceMs(Infinity, failing), silenceMs(12_000, failing), silenceMs(-9_000, failing)]).toEqual([20_000, 12_000, 1_000]);
  });

  it('not for ever with services that answer others: after three times the patience it is the request', () => {
    const tried = (ms: number) => [failedAgo(ms), failedAgo(1_000)];
    const patient = (list: FailedAttempt[]) => hasPatience(SERVICES, { ...aged(3 * PATIENCE_MS), tried: list, availability: out(0) });
    expect(patient(tried(2 * PATIENCE_MS))).toBe(true);
    expect(patient(tried(3 * PATIENCE_MS + 1_000))).toBe(false);
    const answered = [failedAgo(3 * PATIENCE_MS + 1_000), failedAgo(30_000, 'vendors.broken_output'), failedAgo(1_000)];
    expect(patient(answered), 'it was answered meanwhile').toBe(true);
    expect(patient([failedAgo(4 * PATIENCE_MS)]), 'it has not asked for long: it was paused').toBe(true);
    const queued = [failedAgo(4 * PATIENCE_MS), { ...failedAgo(1_000), queuedMs: 2 * PATIENCE_MS }];
    expect(patient(queued), 'the call has waited in our own queue').toBe(true);
  });
});

describe('the attempts of a step', () => {
  it('at an unreachable service stay two, however long it waits; the older ones are counted', () => {
    let tried: FailedAttempt[] = [];
    for (let ms = 50; ms > 0; ms -= 1) tried = withTry(tried, failedAgo(ms));
    expect(tried).toHaveLength(2);
    expect(Date.parse(tried[0]!.at)).toBeLessThan(Date.parse(tried[1]!.at));
    expect(triesOf(tried, 'claude')).toBe(50);
    expect(withTry(tried, failedAgo(0, 'vendors.unavailable', 'grok'))).toHaveLength(3);
    const queued = [1, 2].reduce((all, ms) => withTry(all, { ...failedAgo(0), queuedMs: ms }), tried);
    expect(queued.at(-1)).toMatchObject({ times: 51, queuedMs: 3 });
    expect(withTry(tried, failedAgo(0, 'vendors.broken_output'))).toHaveLength(3);
  });

  it('that ran out of time are an outage only if nothing had arrived', () => {
    const timedOut = failedAgo(0, 'vendors.timed_out');
    let [late, silent] = [[], []] as FailedAttempt[][];
    for (let n = 0; n < 4; n += 1) [late, silent] = [withTry(late!, timedOut), withTry(silent!, { ...timedOut, silent: true })];
    expect([late!.length, silent!.length]).toEqual([4, 2]);
  });
});
