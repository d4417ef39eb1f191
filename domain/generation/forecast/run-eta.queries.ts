import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { inEnglish, toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { onDisconnect } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { upperQuantile } from './eta-calibration.ts';
import { systemSnapshot, type SystemSnapshot, type UsualRun } from './live-system.queries.ts';
import { createEstimator, NEEDED_RUNS, type Estimate } from './run-estimates.ts';

type Eta = NonNullable<StatusEnvelope['eta']>;

const REFRESH_MS = 5_000;
/** Maximum age of an estimate for a late run, which must not be shown as about to end for longer. */
const REFRESH_FOR_LATE_MS = 2_000;
/** Maximum time that a new run is without an estimate. */
const REFRESH_FOR_NEW_MS = 1_000;

interface Known {
  /** When the snapshot was read, by this process's clock, and by the database's; epoch ms. */
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

/** Forgets all that this process has learnt. */
export function forgetEstimates(): void {
  memory = emptyMemory();
}
onDisconnect(forgetEstimates);

/**
 * Estimates how long a live run will still take: eight of ten end between `low_s` and `high_s`, half of them before the middle. Based on
 * the durations of recent courses' parts and on everything running and queued now, refreshed in the background every 5 s at most: a call
 * costs nothing.
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
  const overdue = estimate.startedAt !== null && known.at + age - estimate.startedAt > upperQuantile(times, 0.9);
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
    logger().warn({ err: error }, 'eta: could not be refreshed, the last estimates stay');
  } finally {
    memory.refreshing = null;
  }
}

async function estimateAll(snapshot: SystemSnapshot): Promise<Known> {
  const seenAt = Date.now();
  const { at, usual, measuredRuns: n } = snapshot;
  const basis = toSentence('{n, plural, one {last course} other {last # courses}} here, and how busy it is now', { n });
  return { seenAt, at, usual, basis, estimates: await memory.estimator.estimate(snapshot) };
}

/**
 * Returns how long the latest 50 courses of about this size took, ms; those of any size when there are too few. And the sentence for a run
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
      ? toSentence('nine of ten of the last {n} courses of about this size took less', { n })
      : toSentence('nine of ten of the last {n} courses took less', { n }),
  };
}
