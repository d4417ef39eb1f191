import { expect, it } from 'vitest';
import type { Series } from '#contract/operator/series.contract.ts';
import { totalsOf } from './overview-section.tsx';

const share = (p95: number) => ({ p50: 1, p95, p99: p95 });

it('OPS-03: the figures of a range equal the sums of its charts and its table', () => {
  const series = {
    bars: ['a', 'b'],
    queues: [
      { ended: [1, 2], failed_total: 1 },
      { ended: [10, 0], failed_total: 2 },
    ],
    waits: [
      { lane: 'interactive', bars: [share(4), null], total: share(3) },
      { lane: 'batch', bars: [share(99), share(99)], total: share(99) },
    ],
    attempts: [{ calls: [0, 3] }, { calls: [1, 0] }],
    services: [{ micro_usd: [5, 6] }, { micro_usd: [0, 7] }],
  } as unknown as Series;
  expect(totalsOf(series)).toEqual({
    ended: { total: 13, bars: [11, 2] },
    failed: 3,
    attempts: { total: 4, bars: [1, 3] },
    cost: { total: 18, bars: [5, 13] },
    wait: { total: 3, half: 1, bars: [4, 0] },
  });
  expect(totalsOf({ ...series, waits: [] }).wait).toBeNull();
});
