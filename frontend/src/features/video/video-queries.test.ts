import { expect, it } from 'vitest';
import { oneVideo, videoPages } from './video-queries.ts';

type Interval = (query: { readonly state: { readonly data?: unknown } }) => number | false;

it('OPS-02 VID-07 a clip is polled every 3 s while it is being filmed, and no longer when it is finished', () => {
  const one = oneVideo('u1', 't1').refetchInterval as unknown as Interval;
  const pages = videoPages('u1', { limit: 10 }).refetchInterval as unknown as Interval;
  const created_at = new Date().toISOString();
  const list = (...statuses: string[]) => ({
    state: { data: { pages: [{ videos: statuses.map((status) => ({ status, created_at })) }] } },
  });
  expect([
    one({ state: { data: { status: 'processing', created_at } } }),
    one({ state: { data: { status: 'completed' } } }),
    one({ state: {} }),
    // the page has reported the delay
    one({ state: { data: { status: 'processing', created_at: new Date(Date.now() - 300_001).toISOString() } } }),
  ]).toEqual([3_000, false, false, 30_000]);
  expect([pages(list('completed', 'processing')), pages(list('completed', 'failed')), pages({ state: {} })]).toEqual([3_000, false, false]);
});
