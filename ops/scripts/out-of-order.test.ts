import { expect, it } from 'vitest';
import { outOfOrder } from './out-of-order.ts';

it('warns of a migration that sorts before one that was applied earlier', () => {
  const applied = ['/app/migrations/20260101000000_early.ts', '/app/migrations/20260301000000_late.ts'];
  expect(outOfOrder(applied, '20260201000000_between.ts')).toEqual([
    expect.stringContaining('20260101000000_early.ts sorts before 20260201000000_between.ts'),
  ]);
  expect(outOfOrder(applied, null)).toEqual([]);
});
