import { expect, it } from 'vitest';
import { outOfOrder } from './out-of-order.ts';

it('warns of a migration that sorts before one that was applied earlier', () => {
  const applied = ['/app/migrations/3400_early.ts', '/app/migrations/3600_late.ts'];
  expect(outOfOrder(applied, '3500_between.ts')).toEqual([expect.stringContaining('3400_early.ts sorts before 3500_between.ts')]);
  expect(outOfOrder(applied, null)).toEqual([]);
});
