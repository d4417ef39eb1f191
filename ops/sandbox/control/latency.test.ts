import { expect, it } from 'vitest';
import { latencyOf, paceOf } from './latency.ts';

const call = { service: 'claude', slow: false, outputTokens: 500 } as const;

it('calls differ by their key within the spread, and the same piece of work takes the same time', () => {
  const latency = latencyOf(1_000, undefined, {}, null, 0.4);
  const totals = Array.from({ length: 12 }, (_, at) => paceOf(latency, { ...call, key: `lesson ${at}` }).total);
  expect(new Set(totals).size).toBe(12);
  expect([Math.min(...totals) >= 600, Math.max(...totals) <= 1_400]).toEqual([true, true]);
  expect(Math.max(...totals) - Math.min(...totals)).toBeGreaterThan(300);
  expect(paceOf(latency, { ...call, key: 'lesson 3' }).total).toBe(totals[3]);
  expect(paceOf(latencyOf(1_000), { ...call, key: 'lesson 3' }).total).toBe(1_000);
});
