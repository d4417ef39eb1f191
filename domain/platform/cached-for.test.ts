import { expect, it } from 'vitest';
import { cachedFor } from './cached-for.ts';

it('shares one reading among all callers within its time, and reads again after it or when cleared', async () => {
  let readings = 0;
  const lasting = cachedFor(60_000, async () => (readings += 1));
  expect(await Promise.all([lasting(), lasting()])).toEqual([1, 1]);
  expect(await lasting()).toBe(1);
  lasting.clear();
  expect(await lasting()).toBe(2);

  const outdated = cachedFor(-1, async () => (readings += 1));
  expect([await outdated(), await outdated()]).toEqual([3, 4]);
});

it('caches no failure', async () => {
  let isAway = true;
  const value = cachedFor(60_000, async () => {
    if (isAway) throw new Error('away');
    return 'here';
  });
  await expect(value()).rejects.toThrow('away');
  isAway = false;
  expect(await value()).toBe('here');
});
