import { describe, expect, it } from 'vitest';
import { SimulatedInstallation } from './installation.factory.ts';
import { createEstimator, type Estimate, upperQuantile } from './run-eta.queries.ts';

const CHECK_EVERY_MS = 5_000;
/** Moments at which an estimate is checked against the end: when it first exists, after a quarter and after half of the run's time. */
const MOMENTS = [0, 0.25, 0.5];

interface Told {
  readonly at: number;
  readonly estimate: Estimate;
}

/** Simulates 100 courses and returns, for each at each moment, the error of the range's middle and whether the range held. */
async function playCourses(seed: number, slots: number): Promise<{ errors: number[]; held: boolean[]; lasting: boolean[] }> {
  const installation = new SimulatedInstallation(seed, { courses: 100, slots });
  const estimator = createEstimator();
  const told = new Map<string, Told[]>();
  for (let at = CHECK_EVERY_MS; !installation.isOver; at += CHECK_EVERY_MS) {
    installation.playUntil(at);
    for (const [id, estimate] of await estimator.estimate(installation.snapshot())) {
      told.set(id, [...(told.get(id) ?? []), { at, estimate }]);
    }
  }
  const outcomes = installation.measured.flatMap(({ id, accepted, ended }) =>
    MOMENTS.flatMap((moment) => {
      const shown = told.get(id)?.find(({ at }) => at >= accepted + (ended! - accepted) * moment);
      if (!shown) return [];
      const left = ended! - shown.at;
      const { low, high } = shown.estimate;
      const isShown = high <= 2 * low;
      return [{ error: Math.abs((low + high) / 2 - left) / left, held: left >= low && left <= high, lasting: isShown ? left <= high : null }];
    }),
  );
  return {
    errors: outcomes.map(({ error }) => error),
    held: outcomes.map(({ held }) => held),
    lasting: outcomes.flatMap(({ lasting }) => lasting ?? []),
  };
}

describe('estimates of a changing installation', () => {
  it.each([
    [14, 'now and then a run waits'],
    [6, 'most runs wait for their turn'],
  ])(
    'with %i active runs, where %s: eight of ten end within the range, 95 of 100 of those shown no later, its middle is off by a fifth at most',
    { tags: 'slow', timeout: 60_000 },
    async (slots) => {
      const played = await Promise.all([1, 2, 3].map((seed) => playCourses(seed, slots)));
      const held = played.flatMap((one) => one.held);
      const errors = played.flatMap((one) => one.errors).sort((a, b) => a - b);
      expect(held.length).toBeGreaterThan(500);
      const lasting = played.flatMap((one) => one.lasting);
      console.log(held.filter(Boolean).length / held.length, lasting.filter(Boolean).length / lasting.length, lasting.length, held.length);
      expect(held.filter(Boolean).length / held.length).toBeGreaterThanOrEqual(0.8);
      expect(lasting.filter(Boolean).length / lasting.length).toBeGreaterThanOrEqual(0.95);
      expect(errors[Math.floor(errors.length / 2)]).toBeLessThanOrEqual(0.2);
      expect(errors[Math.floor(errors.length * 0.9)]).toBeLessThanOrEqual(0.5);
    },
  );
});

it('a quantile of few values is one that a further value stays below often enough', () => {
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
  expect([4, 8, 9, 19, 60].map((n) => upperQuantile(upTo(n), 0.9))).toEqual([4, 8, 9, 18, 55]);
});
