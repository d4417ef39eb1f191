import { expect, it } from 'vitest';
import { Pacer } from './pacer.ts';

it('wakes at moments counted from the start, at once when they have passed', async () => {
  const start = performance.now();
  const pacer = new Pacer(start);
  for (const due of [20, 40, 60]) {
    expect(await pacer.until(due)).toBe(true);
    expect(performance.now() - start).toBeGreaterThanOrEqual(due - 2);
  }
  // no timer: it is over before the next turn of the event loop
  const turn = new Promise((resolve) => setImmediate(() => resolve('a turn')));
  expect(await Promise.race([pacer.until(10), turn])).toBe(true);
});

it('ends a wait when the call has ended, and every later one', async () => {
  const pacer = new Pacer(performance.now());
  const waiting = pacer.until(60_000);
  pacer.end();
  expect(await waiting).toBe(false);
  expect(await pacer.until(60_000)).toBe(false);
});
