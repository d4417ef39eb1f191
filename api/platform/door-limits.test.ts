import { expect, it } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';
import { LIMITS, openLimits } from './limits.ts';

/** Doors outside of the guard that declare a limit, and a request to each. */
const DOORS: readonly (readonly [limit: string, method: string, address: string])[] = [
  ['provider-logout', 'POST', '/sign-in/organisation/01920000-0000-7000-8000-000000000001/logout'],
  ['sign-in-return', 'POST', '/sign-in/organisation/01920000-0000-7000-8000-000000000001/acs'],
  ['sign-in-return', 'POST', '/sign-in/apple'],
  ['launch-page', 'POST', '/lti/01920000-0000-7000-8000-000000000001/login'],
  ['oauth', 'POST', '/oauth/token'],
];
const POINTS = 20;
const table = LIMITS.map((row) => (DOORS.some(([limit]) => limit === row.limit) ? { ...row, points: POINTS } : row));
const api = useTestApi({ trustedProxies: 1 }, { limits: openLimits({ local: false, table, isCharged: false }) });

it.each(DOORS.map(([limit, method, address], at) => ({ limit, method, address, at })))(
  '$address counts its requests by network, and refuses further ones',
  async ({ method, address, at }) => {
    const knock = (ip: string) =>
      api.call(address, {
        method,
        rawBody: 'a=b',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': ip },
      });
    const answers = [];
    for (let time = 0; time <= POINTS; time += 1) answers.push((await knock(`198.51.100.${at}`)).status);
    expect(answers.slice(0, -1)).not.toContain(429);
    const refused = await knock(`198.51.100.${at}`);
    expect([answers.at(-1), refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, 429, true]);
    expect((await knock(`203.0.113.${at}`)).status).not.toBe(429);
  },
);
