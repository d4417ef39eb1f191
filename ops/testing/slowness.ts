/** Processor time of the look, in microseconds: long enough to be interrupted by whatever else wants the core. */
const LOOK_US = 200_000;
/** A machine that is slower is no place for tests. */
const SLOWEST = 8;

/**
 * Measures how many times as long as on a core of its own work takes here: 1 on a quiet machine, 2 on half a core. Time-outs tell what hangs, and a
 * core that is shared makes everything take longer.
 */
export function measureSlowness(): number {
  const [from, used] = [performance.now(), process.cpuUsage()];
  let spent = 0;
  while (spent < LOOK_US) {
    const { user, system } = process.cpuUsage(used);
    spent = user + system;
  }
  return Math.min(SLOWEST, Math.max(1, ((performance.now() - from) * 1_000) / spent));
}

/** Returns limits, and leases, in milliseconds for what took so many times as long when the run began. Set by `vitest.config.ts`. */
export const patience = (ms: number): number => Math.round(ms * Number(process.env.TESTS_SLOWNESS ?? 1));
