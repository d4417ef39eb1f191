import { expect, it } from 'vitest';
import { oneVideo, videoPages } from './video-queries.ts';

type Interval = (query: { readonly state: { readonly data?: unknown } }) => number | false;

it('OPS-02 VID-07 a clip is looked at every 3 s while it is being filmed, and not any more when it is there', () => {
  const one = oneVideo('u1', 't1').refetchInterval as unknown as Interval;
  const pages = videoPages('u1', { limit: 10 }).refetchInterval as unknown as Interval;
  const list = (...statuses: string[]) => ({ state: { data: { pages: [{ videos: statuses.map((status) => ({ status })) }] } } });
  expect([
    one({ state: { data: { status: 'processing' } } }),
    one({ state: { data: { status: 'completed' } } }),
    one({ state: {} }),
  ]).toEqual([3_000, false, false]);
  expect([pages(list('completed', 'processing')), pages(list('completed', 'failed')), pages({ state: {} })]).toEqual([3_000, false, false]);
});
