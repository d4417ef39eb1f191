import { describe, expect, it } from 'vitest';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { isOutage } from './is-outage.ts';
import type { Availability } from './roles.ts';

const WELL = { configured: true, available: true, retryAt: null, failing: false, silent: false };
const OPEN = { ...WELL, available: false, retryAt: new Date(), failing: true, silent: true };
/** Its circuit has opened recently and now allows a probe. */
const PROBED = { ...WELL, failing: true, silent: true };
/** Its newest call has failed; its circuit is closed. */
const FAILING = { ...WELL, failing: true };

const lanes = (state: typeof WELL | typeof OPEN, over: Partial<Availability> = {}): Availability =>
  ({ ...Object.fromEntries(SERVICES.map((service) => [service, state])), ...over }) as Availability;
const tried = (code: string, ...services: Service[]) => services.map((service) => ({ service, code, at: '' }));
const silentTo = (...services: Service[]) => tried('vendors.unavailable', ...services);
const old = { ageMs: 1_500 };

describe('none of the four answers', () => {
  it('when none is available, or each has just failed although it may be probed, or this step has seen it fail', () => {
    expect(isOutage(lanes(OPEN), { ...old, tried: [] })).toBe(true);
    expect(isOutage(lanes(OPEN, { gemini: PROBED }), { ...old, tried: silentTo('claude') })).toBe(true);
    expect(isOutage(lanes(PROBED), { ...old, tried: silentTo('claude') })).toBe(true);
    expect(isOutage(lanes(FAILING), { ...old, tried: silentTo(...SERVICES) })).toBe(true);
    expect(isOutage(lanes(OPEN, { gemini: FAILING }), { ...old, tried: tried('vendors.timed_out', 'gemini') })).toBe(true);
  });

  it('not while one may answer: it has delivered since, or it was another one, long ago, that found it silent', () => {
    expect(isOutage(lanes(PROBED, { gemini: WELL }), { ...old, tried: silentTo(...SERVICES) })).toBe(false);
    expect(isOutage(lanes(OPEN, { gemini: FAILING }), { ...old, tried: silentTo('claude') })).toBe(false);
    expect(isOutage(lanes(OPEN, { gemini: FAILING }), { ...old, tried: tried('vendors.broken_output', 'gemini') })).toBe(false);
    expect(isOutage(lanes(PROBED), { ...old, tried: [] }), 'they may be well again').toBe(false);
  });

  it('not before a second has passed', () => {
    expect(isOutage(lanes(OPEN), { ageMs: 900, tried: silentTo(...SERVICES) })).toBe(false);
  });
});
