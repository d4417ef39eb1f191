import { expect, it } from 'vitest';
import { nextBatchShare } from './batch-share.ts';

it('gives the batch lane less while the process is behind, at least something, and all of it back when it is not', () => {
  const after = (share: number, delays: readonly number[]) => delays.reduce(nextBatchShare, share);
  expect(after(1, [150])).toBe(0.5);
  expect(
    after(
      1,
      Array.from({ length: 20 }, () => 400),
    ),
  ).toBe(0.05);
  expect(
    after(
      0.05,
      Array.from({ length: 10 }, () => 21),
    ),
  ).toBe(1);
});
