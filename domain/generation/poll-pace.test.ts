import { expect, it } from 'vitest';
import { createPollPace } from './poll-pace.ts';

it('asks nobody to wait longer while few are watching', () => {
  let time = 0;
  const pace = createPollPace(() => time);
  for (let n = 0; n < 2_000; n += 1) {
    time += 10; // a hundred a second
    expect(pace(1_000)).toBe(1_000);
  }
});

it('spreads a crowd, and lets go when it has left', () => {
  let time = 0;
  const pace = createPollPace(() => time);
  const answers = Array.from({ length: 2_000 }, () => pace(1_000));
  expect(answers[0]).toBe(1_000);
  expect(answers.at(-1)).toBe(8_000);
  time = 10_000;
  expect(pace(1_000)).toBe(1_000);
});
