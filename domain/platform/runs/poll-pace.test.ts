import { expect, it } from 'vitest';
import { createPollPace } from './run-envelope.queries.ts';

it('does not lengthen the interval while there are few watchers', () => {
  let time = 0;
  const pace = createPollPace(() => time);
  for (let n = 0; n < 2_000; n += 1) {
    time += 10; // 100 polls a second
    expect(pace(1_000)).toBe(1_000);
  }
});

it('spreads a crowd that comes at once, and recovers when it has left', () => {
  let time = 0;
  const pace = createPollPace(() => time);
  const answers = Array.from({ length: 2_000 }, () => pace(1_000));
  expect(answers[0]).toBe(1_000);
  expect(answers.at(-1)).toBe(8_000);
  expect(new Set(answers).size).toBeGreaterThan(1_000);
  time = 10_000;
  expect(pace(1_000)).toBe(1_000);
});

it('two thousand watchers that follow the interval settle near the target load', () => {
  let time = 0;
  const pace = createPollPace(() => time);
  const due = Array.from({ length: 2_000 }, (_, n) => n / 2);
  const perSecond: number[] = [];
  for (time = 0; time < 60_000; time += 10) {
    for (const [n, at] of due.entries()) {
      if (at > time) continue;
      due[n] = time + pace(1_000);
      perSecond[Math.floor(time / 1000)] = (perSecond[Math.floor(time / 1000)] ?? 0) + 1;
    }
  }
  const settled = perSecond.slice(20);
  expect(settled.reduce((sum, count) => sum + (count ?? 0), 0) / settled.length).toBeLessThan(450);
});

it('an ended run is not polled again: 0 stays 0', () => {
  expect(createPollPace(() => 0)(0)).toBe(0);
});
