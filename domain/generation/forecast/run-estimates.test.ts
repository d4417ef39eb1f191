import { describe, expect, it } from 'vitest';
import { SimulatedInstallation } from './installation.factory.ts';
import { createEstimator, type Estimate, upperQuantile } from './run-eta.queries.ts';

const CHECK_EVERY_MS = 5_000;
/** Points at which an estimate is compared with the end: when it first exists, after a quarter and after half of the run's time. */
const MOMENTS = [0, 0.25, 0.5];

/** Rounds up as screens do (`eta-words.ts`): to the next 10 s, from a minute and a half on to the next minute. */
const rounded = (ms: number): number => (ms <= 90_000 ? Math.ceil(ms / 10_000) * 10_000 : Math.ceil(ms / 60_000) * 60_000);

interface Told {
  readonly at: number;
  readonly estimate: Estimate;
}

/**
 * Simulates 100 courses. Returns, for each course and point, whether the range held; and, for each estimate that is accurate to within a
 * third and so shown, its excess over the true time, as a share of it.
 */
async function playCourses(seed: number, slots: number): Promise<{ held: boolean[]; longer: number[] }> {
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
      const noted = told.get(id)?.find(({ at }) => at >= accepted + (ended! - accepted) * moment);
      if (!noted) return [];
      const left = ended! - noted.at;
      const { low, high } = noted.estimate;
      return [{ held: left >= low && left <= high, longer: high <= 2 * low ? [(rounded(high) - left) / left] : [] }];
    }),
  );
  return { held: outcomes.map(({ held }) => held), longer: outcomes.flatMap(({ longer }) => longer) };
}

describe('estimates of a changing installation', () => {
  it.each([
    [14, 'now and then a run waits'],
    [6, 'most runs wait for their turn'],
  ])(
    'with %i active runs, where %s: three of four end within the range, and 95 of 100 estimates that are shown are not too short',
    { tags: 'slow' },
    async (slots) => {
      const played = await Promise.all([1, 2, 3].map((seed) => playCourses(seed, slots)));
      const held = played.flatMap((one) => one.held);
      const longer = played.flatMap((one) => one.longer).sort((a, b) => a - b);
      expect(held.length).toBeGreaterThan(500);
      expect(held.filter(Boolean).length / held.length).toBeGreaterThanOrEqual(0.75);
      expect(longer.length).toBeGreaterThan(450);
      expect(longer.filter((by) => by >= 0).length / longer.length).toBeGreaterThanOrEqual(0.95);
      expect(longer[longer.length >> 1]).toBeLessThanOrEqual(0.6);
    },
  );
});

it('a quantile of few values is one that a further value stays below often enough', () => {
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
  expect([4, 8, 9, 19, 60].map((n) => upperQuantile(upTo(n), 0.9))).toEqual([4, 8, 9, 18, 55]);
});
