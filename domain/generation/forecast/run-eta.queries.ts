import { setImmediate } from 'node:timers/promises';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { inEnglish, toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { onDisconnect } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { forecastRuns } from './forecast-runs.ts';
import { systemSnapshot, type SystemSnapshot, type UsualRun } from './live-system.queries.ts';

/** Number of past estimates that are compared, and the minimum for a statement about most of them. */
const CHECKED = 90;
const ENOUGH_CHECKED = 9;
/**
 * Shares of runs that should end before the lower and the upper end of their estimated range. Screens round the upper end up: 95 of 100
 * runs end before the displayed time (`run-estimates.test.ts`).
 */
const BEFORE = { low: 0.1, high: 0.85 };
/** The assumed error while too few estimates have been compared with the outcome. */
const UNCHECKED = { low: 1 / 4, high: 1 / 2 };
/** A run's estimate is recorded for comparison when this share of the initially expected time is left; later estimates count as well. */
const MARKS = [1, 0.5] as const;

/** A run with its expected remaining ms. */
interface Expected {
  readonly id: string;
  readonly ms: number;
}

interface Noted {
  readonly at: number;
  readonly ms: number;
}

/** The error of past estimates, learnt from ended runs and from runs that are already late. */
interface Calibration {
  /** Records current estimates, and runs that have ended. Times are epoch ms. */
  observe(at: number, expected: readonly Expected[], ended: readonly { readonly id: string; readonly finishedAt: number }[]): void;
  /** Returns how much earlier or later than expected runs ended, as a share of the expected remaining time. */
  deviation(at: number): Deviation;
}

/** The ends of a range, as shares below and above the expected time. */
interface Deviation {
  readonly low: number;
  readonly high: number;
}

const FORECASTS = 15;
/** Finished courses needed for an estimate. */
const NEEDED_RUNS = 3;
const NEEDED_JOBS = [
  ['draft-outline'],
  ['research-topic'],
  ['write-module', 'write-lesson'],
  ['write-practice'],
  ['review-lesson'],
  ['assemble-course'],
];
/** Number of recorded times at which steps waited for workers: the running steps then show the workers' capacity. */
const SATURATED = 12;

/** Remaining ms from the snapshot; most runs end between the two. */
export interface Estimate {
  readonly low: number;
  readonly high: number;
  readonly startedAt: number | null;
  readonly lessons: number;
}

interface Estimator {
  /** By run id; empty until enough courses have been finished here. A run that waits for its learner has none. */
  estimate(snapshot: SystemSnapshot): Promise<ReadonlyMap<string, Estimate>>;
}

/** Returns the median of an odd number of values. */
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

type Eta = NonNullable<StatusEnvelope['eta']>;

const REFRESH_MS = 5_000;
/** Maximum age of an estimate for a late run, which must not be shown as about to end for longer than this. */
const REFRESH_FOR_LATE_MS = 2_000;
/** Minimum excess over the usual time that is worth reporting: a few seconds more than nine of ten runs is not. */
const NOTEWORTHY = 4 / 3;
/** Maximum time that a new run is without an estimate. */
const REFRESH_FOR_NEW_MS = 1_000;

interface Known {
  /** When the snapshot was read, by this process's clock and by the database's; epoch ms. */
  readonly seenAt: number;
  readonly at: number;
  readonly estimates: ReadonlyMap<string, Estimate>;
  readonly usual: readonly UsualRun[];
  readonly basis: Sentence;
}

const emptyMemory = () => ({
  known: null as Known | null,
  refreshing: null as Promise<void> | null,
  triedAt: -Infinity,
  estimator: createEstimator(),
});
/** All of this can be recomputed: a new process learns it from the rows. */
let memory = emptyMemory();

/** Drops everything that this process has learnt. */
export function forgetEstimates(): void {
  memory = emptyMemory();
}
onDisconnect(forgetEstimates);

/**
 * Estimates how long a live run will still take: one of ten ends before `low_s`, one or two after `high_s`. Based on the durations of
 * recent courses' parts and on everything running and queued now, refreshed in the background every 5 s at most, so a call costs nothing.
 * @returns null when fewer than 3 courses have been finished here, and for a run that waits for its learner
 */
export async function runEta(runId: string): Promise<Eta | null> {
  if (!memory.refreshing && performance.now() - memory.triedAt >= refreshAfterMs(runId)) memory.refreshing = refresh();
  // a new run waits for one refresh; a known one gets the last estimate
  if (!memory.known?.estimates.has(runId)) await memory.refreshing;
  const { known } = memory;
  const estimate = known?.estimates.get(runId);
  if (!known || !estimate) return null;
  const age = Date.now() - known.seenAt;
  const left = (ms: number) => Math.max(1, Math.round((ms - age) / 1000));
  const { times, words } = usualTimes(known.usual, estimate.lessons);
  const overdue = estimate.startedAt !== null && known.at + age - estimate.startedAt > upperQuantile(times, 0.9) * NOTEWORTHY;
  const basis = overdue ? words : known.basis;
  return {
    low_s: left(estimate.low),
    high_s: left(estimate.high),
    basis: inEnglish(basis),
    basis_words: basis,
    overdue,
  };
}

function refreshAfterMs(runId: string): number {
  const estimate = memory.known?.estimates.get(runId);
  if (!memory.known || !estimate) return REFRESH_FOR_NEW_MS;
  return Date.now() - memory.known.seenAt > estimate.high ? REFRESH_FOR_LATE_MS : REFRESH_MS;
}

async function refresh(): Promise<void> {
  memory.triedAt = performance.now();
  try {
    memory.known = await estimateAll(await systemSnapshot());
  } catch (error) {
    logger().warn({ err: error }, 'eta: estimates could not be refreshed, the last ones stay in use');
  } finally {
    memory.refreshing = null;
  }
}

async function estimateAll(snapshot: SystemSnapshot): Promise<Known> {
  const seenAt = Date.now();
  const { at, usual, measuredRuns: n, isReckoned } = snapshot;
  const basis = isReckoned
    ? toSentence(
        '{n, plural, one {the last course} other {the last # courses}} here, the speed of the connected models and the current load',
        { n },
      )
    : toSentence('{n, plural, one {the last course} other {the last # courses}} here and the current load', { n });
  return { seenAt, at, usual, basis, estimates: await memory.estimator.estimate(snapshot) };
}

/**
 * Returns how long the latest 50 courses of about this size took, in ms (of any size when there are too few), and the sentence for a run
 * that exceeds them.
 */
function usualTimes(usual: readonly UsualRun[], lessons: number): { times: number[]; words: Sentence } {
  const alike = usual.filter((run) => Math.abs(run.lessons - lessons) <= lessons * 0.25).slice(0, 50);
  const isEnough = alike.length >= NEEDED_RUNS;
  const times = (isEnough ? alike : usual).map(({ ms }) => ms);
  const n = times.length;
  return {
    times,
    words: isEnough
      ? toSentence('9 of 10 of the last {n} courses of about this size took less', { n })
      : toSentence('9 of 10 of the last {n} courses took less', { n }),
  };
}

/** Creates an estimator. It processes one snapshot after another; past estimates of ended runs determine the width of its ranges. */
export function createEstimator(): Estimator {
  const calibration = createCalibration();
  /** Numbers of running steps while others waited, newest last. */
  const saturated: number[] = [];

  /** Returns how many steps workers run at once; Infinity while no step has ever had to wait. */
  const capacityOf = ({ running, waiting }: SystemSnapshot): number => {
    if (waiting > 1 && running > 0) saturated.push(running);
    saturated.splice(0, saturated.length - SATURATED);
    // the maximum, since fewer run between the end of one step and the start of the next
    return saturated.length === 0 ? Infinity : Math.max(running, ...saturated);
  };

  return {
    async estimate(snapshot) {
      const { at, usual, system, startedAt } = snapshot;
      const capacity = Math.min(capacityOf(snapshot), snapshot.atOnce);
      const samples = new Map<string, number[]>();
      const isKnown = usual.length >= NEEDED_RUNS && NEEDED_JOBS.every((jobs) => jobs.some((job) => system.works[job]));
      for (let seed = 1; seed <= (isKnown ? FORECASTS : 0); seed += 1) {
        for (const [id, ms] of forecastRuns({ ...system, capacity }, seed)) samples.set(id, [...(samples.get(id) ?? []), ms]);
        // with hundreds of queued runs this takes several ms: yield to other requests in between
        await setImmediate();
      }
      const forecasts = [...system.active, ...system.queued].flatMap((run) => {
        const ends = samples.get(run.id);
        return !ends || run.gated ? [] : { ...run, ms: median(ends), deviation: deviationOf(ends, median(ends)) };
      });
      calibration.observe(at, forecasts, usual);
      const learned = calibration.deviation(at);
      return new Map(
        forecasts.map(({ id, ms, deviation, lessons }) => {
          const low = ms * (1 - Math.min(1, Math.max(deviation.low, learned.low)));
          const high = ms * (1 + Math.max(deviation.high, learned.high));
          return [id, { low, high, startedAt: startedAt.get(id) ?? null, lessons }];
        }),
      );
    },
  };
}

function createCalibration(): Calibration {
  const noted = new Map<string, Noted[]>();
  /** Actual ÷ expected, newest last. */
  const checked: number[] = [];
  const ratio = ({ at, ms }: Noted, end: number) => (end - at) / Math.max(1, ms);
  return {
    observe(at, expected, ended) {
      for (const { id, finishedAt } of ended) {
        for (const one of noted.get(id) ?? []) checked.push(ratio(one, finishedAt));
        noted.delete(id);
      }
      checked.splice(0, checked.length - CHECKED);
      for (const { id, ms } of expected) {
        const notes = noted.get(id) ?? [];
        const mark = MARKS[notes.length];
        if (mark !== undefined && ms <= (notes[0]?.ms ?? ms) * mark) noted.set(id, [...notes, { at, ms }]);
      }
      const live = new Set(expected.map(({ id }) => id));
      for (const id of noted.keys()) if (!live.has(id)) noted.delete(id);
    },
    deviation(at) {
      // the first runs to end are the fast ones: an overdue run counts with the time it has taken so far
      const overdue = [...noted.values()].flat().flatMap((one) => (ratio(one, at) > 1 ? [ratio(one, at)] : []));
      const known = [...checked, ...overdue];
      return known.length < ENOUGH_CHECKED ? UNCHECKED : deviationOf(known, 1);
    },
  };
}

/**
 * Returns the value that another sample stays below with at least this probability: the ⌈(n + 1) · share⌉th smallest of n, or the largest
 * when there are too few. Interpolating would promise more than so few values justify.
 */
export function upperQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length, Math.ceil((sorted.length + 1) * share)) - 1]!;
}

/** Returns how far the ends of the range ({@link BEFORE}) are from an expected time, as shares of it. */
function deviationOf(values: readonly number[], expected: number): Deviation {
  const off = (value: number) => (value - expected) / Math.max(1e-9, expected);
  const early = -upperQuantile(
    values.map((value) => -value),
    1 - BEFORE.low,
  );
  return { low: Math.max(0, -off(early)), high: Math.max(0, off(upperQuantile(values, BEFORE.high))) };
}
