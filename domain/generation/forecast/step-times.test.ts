import { expect, it } from 'vitest';
import { stepTimes, type StepSample } from './step-times.ts';

const sample = (changes: Partial<StepSample> = {}): StepSample => ({
  job: 'write-lesson',
  ms: 4_000,
  callMs: 3_900,
  model: 'claude-sonnet-5-5',
  tokens: 900,
  isFresh: false,
  ...changes,
});
const many = (count: number, changes: Partial<StepSample> = {}) => Array.from({ length: count }, () => sample(changes));
const fast = { model: 'claude-sonnet-5-5', speed: 230 };
const slow = { model: 'qwen3:8b', speed: 3 };

it('steps of the current models take as long as they took recently', () => {
  const samples = [...many(2, { ms: 5_000 }), ...many(10), sample({ job: 'assemble-course', ms: 100, model: null, tokens: null })];
  expect(stepTimes(samples, { models: [fast], areOwn: false })).toEqual({
    works: { 'write-lesson': [4_000, 4_000, 4_000, 4_000, 4_000, 4_000, 5_000, 5_000], 'assemble-course': [100] },
    isReckoned: false,
  });
  const busy = [...many(8, { ms: 9_000, isFresh: true }), ...many(12)];
  expect(stepTimes(busy, { models: [fast], areOwn: false }).works['write-lesson']).toEqual(Array.from({ length: 8 }, () => 9_000));
});

it('another model is estimated by its own speed: four seconds of a fast one are five minutes at three tokens a second', () => {
  const { works, isReckoned } = stepTimes(many(12), { models: [slow], areOwn: true });
  expect([works['write-lesson']![0], isReckoned]).toEqual([300_000, true]);
});

it('a model’s own times count as soon as there are three, on own servers without the wait for a call’s turn', () => {
  const own = { model: 'qwen3:8b', ms: 900_000, callMs: 310_000 };
  expect(stepTimes([...many(2, own), ...many(12)], { models: [slow], areOwn: true }).works['write-lesson']).toContain(300_000);
  expect(stepTimes([...many(3, own), ...many(12)], { models: [slow], areOwn: true })).toEqual({
    works: { 'write-lesson': [310_000, 310_000, 310_000] },
    isReckoned: false,
  });
});

it('nothing is estimated while a model’s speed is unknown', () => {
  expect(stepTimes(many(12), { models: [{ ...slow, speed: null }], areOwn: true })).toEqual({ works: {}, isReckoned: false });
});
