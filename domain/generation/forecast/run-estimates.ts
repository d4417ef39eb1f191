import { setImmediate } from 'node:timers/promises';
import { createCalibration, distanceOf } from './eta-calibration.ts';
import { forecastRuns } from './forecast-runs.ts';
import type { SystemSnapshot } from './live-system.queries.ts';

const FORECASTS = 15;
/** Finished courses needed for an estimate. */
export const NEEDED_RUNS = 3;
const NEEDED_JOBS = ['draft-outline', 'research-topic', 'write-lesson', 'write-practice', 'review-lesson', 'assemble-course'];
/** Number of recorded moments at which steps waited for workers: the running steps then show the workers' capacity. */
const SATURATED = 12;

/** Remaining ms from the snapshot: half of all runs end before the middle of `low` and `high`, most between the two. */
export interface Estimate {
  readonly low: number;
  readonly high: number;
  readonly startedAt: number | null;
  readonly lessons: number;
}

export interface Estimator {
  /** By run id; empty until enough courses have been finished here. A run that waits for its learner has none. */
  estimate(snapshot: SystemSnapshot): Promise<ReadonlyMap<string, Estimate>>;
}

/** Creates an estimator. It processes one snapshot after another; past estimates of ended runs determine how wide its ranges are. */
export function createEstimator(): Estimator {
  const calibration = createCalibration();
  /** Numbers of running steps while others waited, newest last. */
  const saturated: number[] = [];

  /** Returns how many steps workers run at once; Infinity while none has ever had to wait. */
  const capacityOf = ({ running, waiting }: SystemSnapshot): number => {
    if (waiting > 1 && running > 0) saturated.push(running);
    saturated.splice(0, saturated.length - SATURATED);
    // the maximum, since fewer run between the end of one step and the start of the next
    return saturated.length === 0 ? Infinity : Math.max(running, ...saturated);
  };

  return {
    async estimate(snapshot) {
      const { at, usual, system, startedAt } = snapshot;
      const capacity = capacityOf(snapshot);
      const samples = new Map<string, number[]>();
      const isKnown = usual.length >= NEEDED_RUNS && NEEDED_JOBS.every((job) => system.works[job]);
      for (let seed = 1; seed <= (isKnown ? FORECASTS : 0); seed += 1) {
        for (const [id, ms] of forecastRuns({ ...system, capacity }, seed)) samples.set(id, [...(samples.get(id) ?? []), ms]);
        // with hundreds of queued runs this takes some ms: yield to other requests in between
        await setImmediate();
      }
      const forecasts = [...system.active, ...system.queued].flatMap((run) => {
        const ends = samples.get(run.id);
        return !ends || run.gated ? [] : { ...run, ms: median(ends), deviation: distanceOf(ends, median(ends)) };
      });
      calibration.observe(at, forecasts, usual);
      const learned = calibration.deviation(at);
      return new Map(
        forecasts.map(({ id, ms, deviation, lessons }) => {
          // symmetric, so that the middle of the displayed range is the best estimate
          const off = ms * Math.min(1, Math.max(deviation, learned));
          return [id, { low: ms - off, high: ms + off, startedAt: startedAt.get(id) ?? null, lessons }];
        }),
      );
    },
  };
}

/** Returns the median of an odd number of values. */
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
