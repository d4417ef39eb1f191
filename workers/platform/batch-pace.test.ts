import { expect, it, onTestFinished, vi } from 'vitest';
import { createBatchPace, nextPace, type Load } from './batch-pace.ts';

const after = (pace: number, seconds: number, load: Load) => Array.from({ length: seconds }, () => load).reduce(nextPace, pace);

it('a batch starts fewer steps beside learners, but never none, and more when the process is idle', () => {
  expect(after(64, 20, { busy: 0.9, hasLearners: true })).toBe(1);
  expect(after(1, 20, { busy: 0.05, hasLearners: true })).toBe(64);
  expect(after(8, 1, { busy: 0.3, hasLearners: true })).toBeLessThan(8);
  expect(after(8, 1, { busy: 0.3, hasLearners: false })).toBe(16);
});

it('turns are given in order, at the pace; learners slow it at once; stopping ends the wait', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const pace = createBatchPace(50);
  const begun: number[] = [];
  for (const n of [1, 2, 3]) void pace.turn().then((mayBegin) => mayBegin && begun.push(n));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual([1]);
  await vi.advanceTimersByTimeAsync(19);
  expect(begun).toEqual([1]);
  await vi.advanceTimersByTimeAsync(21);
  expect(begun).toEqual([1, 2, 3]);
  pace.adapt({ busy: 0, hasLearners: true });
  const waiting = pace.turn();
  const held = pace.turn();
  pace.giveBack();
  // a turn that began nothing passes to the next caller immediately, not after a second
  await vi.advanceTimersByTimeAsync(0);
  expect(await waiting).toBe(true);
  pace.stop();
  expect(await held).toBe(false);
  expect(await pace.turn()).toBe(false);
});
