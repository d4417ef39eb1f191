import { expect, it } from 'vitest';
import type { QueueRow } from '#contract/operator/overview.contract.ts';
import { byHour, endedByMinute, longestWait, TREND_HOURS } from './overview-section.tsx';

const queue = (ended: number[], p95: number | null) =>
  ({ ended, wait: p95 === null ? null : { p50: 0, p95, p99: 0 } }) as unknown as QueueRow;

it('OPS-03: the figures of all queues are those of each, minute by minute, and the longest wait', () => {
  const queues = [queue([1, 2, 3], 4), queue([10, 0, 1], null), queue([0, 0, 0], 9)];
  expect(endedByMinute(queues)).toEqual([11, 2, 4]);
  expect(longestWait(queues)).toBe(queues[2]);
  expect([endedByMinute([]), longestWait([])]).toEqual([[], null]);
});

it('OPS-03: hours without a step are in the trend of a day, as nothing', () => {
  const row = { queue: 'generate-batch', ended: 5, failed: 2, wait_p95: 1, run_p95: 1 };
  const failed = byHour(
    [
      { ...row, at: '2026-12-03T09:00:00Z' },
      { ...row, at: '2026-12-03T11:00:00Z', failed: 3 },
      { ...row, at: '2026-12-03T11:00:00Z', queue: 'film-batch' },
    ],
    '2026-12-03T12:34:56.000Z',
    (rows) => rows.reduce((total, one) => total + one.failed, 0),
  );
  expect(failed).toHaveLength(TREND_HOURS);
  expect(failed.slice(-4)).toEqual([2, 0, 5, 0]);
});
