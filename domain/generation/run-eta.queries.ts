import { setImmediate } from 'node:timers/promises';
import type { StatusEnvelope } from '#contract/platform/status.contract.ts';
import { logger } from '#domain/platform/logger.ts';
import { forecastRuns } from './forecast-runs.ts';
import { systemSnapshot, type SystemSnapshot, type UsualRun } from './live-system.queries.ts';

type Eta = NonNullable<StatusEnvelope['eta']>;

const REFRESH_MS = 5_000;
/** A run that is new to the estimate is not left without one for longer. */
const REFRESH_FOR_NEW_MS = 1_000;
const FORECASTS = 15;
/** Finished courses without which nothing is said. */
const NEEDED_RUNS = 3;
const NEEDED_JOBS = ['draft-outline', 'research-topic', 'write-lesson', 'write-practice', 'review-lesson', 'assemble-course'];
/** Estimates that were held against what came true. */
const CHECKED = 60;
const ENOUGH_CHECKED = 8;
/** Moments at which steps waited for workers: what ran then is what workers can take. */
const SATURATED = 12;

interface Estimate {
  /** Ms from the snapshot. */
  readonly p50: number;
  readonly p90: number;
  readonly startedAt: number | null;
  readonly lessons: number;
}

/** An estimate as it was first made for a run, to be held against its end. */
interface Promised {
  readonly at: number;
  readonly p50: number;
}

interface Known {
  /** When the snapshot was read, by this process's clock, and by the store's; epoch ms. */
  readonly seenAt: number;
  readonly at: number;
  readonly estimates: ReadonlyMap<string, Estimate>;
  readonly usual: readonly UsualRun[];
  readonly basis: string;
}

/** Everything here is an estimate that can be made anew: a process that starts knows nothing and learns it from the rows. */
const memory = {
  known: null as Known | null,
  refreshing: null as Promise<void> | null,
  triedAt: -Infinity,
  /** Steps that ran while others waited, newest last. */
  saturated: [] as number[],
  promised: new Map<string, Promised>(),
  /** Actual time left ÷ estimated time left, newest last. */
  checked: [] as number[],
};

/**
 * How long a live run will still take: half of all end before `low_s`, nine of ten before `high_s`. It rests on how long the parts of the
 * latest courses took and on everything that runs and waits now, looked at every 5 s at most in the background: asking costs nothing.
 * @returns null when fewer than 3 courses have been finished here, and for a run that waits for its learner
 */
export async function runEta(runId: string): Promise<Eta | null> {
  const wait = memory.known?.estimates.has(runId) ? REFRESH_MS : REFRESH_FOR_NEW_MS;
  if (!memory.refreshing && performance.now() - memory.triedAt >= wait) memory.refreshing = refresh();
  if (!memory.known) await memory.refreshing;
  const { known } = memory;
  const estimate = known?.estimates.get(runId);
  if (!known || !estimate) return null;
  const age = Date.now() - known.seenAt;
  const left = (ms: number) => Math.max(1, Math.round((ms - age) / 1000));
  const longest = quantile(
    similar(known.usual, estimate.lessons).map(({ ms }) => ms),
    0.9,
  );
  return {
    low_s: left(estimate.p50),
    high_s: Math.max(left(estimate.p50), left(estimate.p90)),
    basis: known.basis,
    overdue: estimate.startedAt !== null && known.at + age - estimate.startedAt > longest,
  };
}

async function refresh(): Promise<void> {
  memory.triedAt = performance.now();
  try {
    memory.known = await estimateAll(await systemSnapshot());
  } catch (error) {
    logger().warn({ err: error }, 'eta: could not be refreshed, the last estimates stay');
  } finally {
    memory.refreshing = null;
  }
}

async function estimateAll(snapshot: SystemSnapshot): Promise<Known> {
  const seenAt = Date.now();
  const { at, usual, measuredRuns, system } = snapshot;
  const capacity = capacityOf(snapshot);
  check(usual);
  const estimates = new Map<string, Estimate>();
  const basis = `how long each part of the last ${measuredRuns} courses took here, and how busy it is now`;
  if (usual.length < NEEDED_RUNS || NEEDED_JOBS.some((job) => !system.works[job])) return { seenAt, at, estimates, usual, basis };

  const samples = new Map<string, number[]>();
  for (let seed = 1; seed <= FORECASTS; seed += 1) {
    for (const [id, ms] of forecastRuns({ ...system, capacity }, seed)) samples.set(id, [...(samples.get(id) ?? []), ms]);
    // with hundreds of waiting runs this takes some ms: others are served in between
    await setImmediate();
  }
  const late = memory.checked.length >= ENOUGH_CHECKED ? quantile(memory.checked, 0.9) : 1;
  for (const run of [...system.active, ...system.queued]) {
    const ends = samples.get(run.id);
    if (!ends || run.gated) continue;
    const p50 = quantile(ends, 0.5);
    estimates.set(run.id, {
      p50,
      p90: Math.max(quantile(ends, 0.9), p50 * late),
      startedAt: snapshot.startedAt.get(run.id) ?? null,
      lessons: run.lessons,
    });
    if (!memory.promised.has(run.id)) memory.promised.set(run.id, { at, p50 });
  }
  for (const id of memory.promised.keys()) if (!estimates.has(id)) memory.promised.delete(id);
  return { seenAt, at, estimates, usual, basis };
}

/** How many steps workers take at once; Infinity while none has ever had to wait. */
function capacityOf({ running, waiting }: SystemSnapshot): number {
  const { saturated } = memory;
  if (waiting > 1 && running > 0) saturated.push(running);
  saturated.splice(0, saturated.length - SATURATED);
  // of several, the most: between the end of one step and the start of the next fewer run
  return saturated.length === 0 ? Infinity : Math.max(running, ...saturated);
}

/** Holds first estimates against the ends of the runs they were made for. */
function check(usual: readonly UsualRun[]): void {
  for (const { id, finishedAt } of usual) {
    const promised = memory.promised.get(id);
    if (!promised) continue;
    memory.promised.delete(id);
    memory.checked.push((finishedAt - promised.at) / Math.max(1, promised.p50));
  }
  memory.checked.splice(0, memory.checked.length - CHECKED);
}

/** The latest 50 courses of about this size; of any size when there are too few. */
function similar(usual: readonly UsualRun[], lessons: number): readonly UsualRun[] {
  const alike = usual.filter((run) => Math.abs(run.lessons - lessons) <= lessons * 0.25).slice(0, 50);
  return alike.length >= NEEDED_RUNS ? alike : usual;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)]!;
  return low + (sorted[Math.ceil(place)]! - low) * (place - Math.floor(place));
}
