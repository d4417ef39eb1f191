import { describe, expect, it } from 'vitest';
import { forecastRuns, type LiveRun, type LiveSystem } from './forecast-runs.ts';

/** Every part takes the same time in every run. */
const WORKS = {
  'draft-outline': [3_000],
  'research-topic': [2_000],
  'write-lesson': [10_000],
  'write-practice': [5_000],
  'review-lesson': [4_000],
  'correct-lesson': [8_000],
  'assemble-course': [1_000],
};
const WHOLE = 3_000 + 10_000 + 5_000 + 4_000 + 1_000;

const run = (id: string, changes: Partial<LiveRun> = {}): LiveRun => ({
  id,
  steps: [],
  lessons: 12,
  drafts: true,
  gated: false,
  ...changes,
});
const system = (changes: Partial<LiveSystem>): LiveSystem => ({
  active: [],
  queued: [],
  slots: 10,
  capacity: Infinity,
  works: WORKS,
  handoverMs: 0,
  reviseShare: 0,
  pauseMs: 0,
  ...changes,
});
const ends = (changes: Partial<LiveSystem>, seed = 1) => Object.fromEntries(forecastRuns(system(changes), seed));
const steps = (job: string, count: number, elapsedMs: number | null) => Array.from({ length: count }, () => ({ job, elapsedMs }));

describe('a forecast of live runs', () => {
  it('of a run that writes modules in one call has the call and one lesson’s other steps', () => {
    const works = { ...WORKS, 'write-module': [25_000] };
    const byModule = { modules: [3, 3, 3, 3] };
    expect(ends({ works, queued: [run('a', byModule)] })).toEqual({ a: WHOLE + 15_000 });
    // none was written here yet: it takes as long as its lessons
    expect(ends({ queued: [run('a', byModule)] })).toEqual({ a: WHOLE + 20_000 });
    // its lessons wait for practice and checks; those that wait for others are written after them
    const writing = run('b', { steps: [{ job: 'write-module', elapsedMs: 5_000, lessons: 3 }] });
    expect(ends({ works, active: [writing] })).toEqual({ b: 20_000 + 5_000 + 4_000 + 1_000 });
    const left = run('c', { steps: steps('write-lesson', 1, 4_000), waiting: 2 });
    expect(ends({ works, active: [left] })).toEqual({ c: 6_000 + 20_000 + 5_000 + 4_000 + 1_000 });
  });

  it('of a run without others is its longest chain, whatever its size', () => {
    expect(ends({ queued: [run('a'), run('b', { lessons: 40 })] })).toEqual({ a: WHOLE, b: WHOLE });
  });

  it('continues from the running steps', () => {
    const writing = run('a', { steps: [...steps('write-lesson', 3, 4_000), ...steps('review-lesson', 9, 1_000)] });
    expect(ends({ active: [writing] })).toEqual({ a: 6_000 + 5_000 + 4_000 + 1_000 });
    expect(ends({ active: [run('b', { steps: steps('assemble-course', 1, 400) })] })).toEqual({ b: 600 });
  });

  it('expects a step slower than any before to continue, and the following steps of its run to be as slow', () => {
    const slow = run('a', { steps: steps('write-lesson', 6, 30_000) });
    expect(ends({ active: [slow] })).toEqual({ a: 15_000 + 3 * (5_000 + 4_000 + 1_000) });
    const straggler = run('b', { steps: [...steps('write-lesson', 1, 30_000), ...steps('review-lesson', 3, 1_000)] });
    expect(ends({ active: [straggler] })).toEqual({ b: 15_000 + 5_000 + 4_000 + 1_000 });
  });

  it('takes longer if workers are fewer than steps', () => {
    const one = ends({ queued: [run('a')], capacity: 6 })['a'];
    expect(one).toBe(3_000 + 2 * (10_000 + 5_000 + 4_000) + 1_000);
    const waiting = run('b', { steps: steps('write-lesson', 12, null) });
    expect(ends({ active: [waiting], capacity: 12 })['b']).toBe(20_000);
    expect(ends({ active: [waiting, run('a', { steps: steps('write-lesson', 12, 2_000) })], capacity: 12 })['b']).toBeGreaterThan(28_000);
  });

  it('lets waiting runs start in their order when a place is free', () => {
    const order = ends({ queued: [run('a'), run('b'), run('c')], slots: 1 });
    expect(order).toEqual({ a: WHOLE, b: 2 * WHOLE, c: 3 * WHOLE });
  });

  it('has no end for a run that waits for its learner, whose slot becomes free', () => {
    expect(ends({ queued: [run('a', { gated: true }), run('b')], slots: 1 })).toEqual({ b: 3_000 + WHOLE });
  });

  it('starts the rewriting of lessons without outline and research', () => {
    expect(ends({ queued: [run('a', { drafts: false, lessons: 1 })] })).toEqual({ a: WHOLE - 3_000 });
  });

  it('waits for unreachable services, and counts corrections', () => {
    expect(ends({ queued: [run('a')], pauseMs: 7_000 })).toEqual({ a: 7_000 + WHOLE });
    expect(ends({ queued: [run('a')], reviseShare: 1 })).toEqual({ a: WHOLE + 8_000 });
  });

  it('is the same for the same seed, and differs with it as steps differ', () => {
    const works = { ...WORKS, 'write-lesson': [6_000, 8_000, 10_000, 12_000, 20_000] };
    const forecast = (seed: number) => ends({ queued: [run('a', { lessons: 2 })], works }, seed)['a'];
    const many = Array.from({ length: 40 }, (_, seed) => forecast(seed));
    expect(many).toEqual(Array.from({ length: 40 }, (_, seed) => forecast(seed)));
    expect(new Set(many).size).toBeGreaterThan(3);
  });
});
