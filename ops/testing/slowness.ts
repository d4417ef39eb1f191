/** Processor time of a measurement in microseconds: long enough to be interrupted by other work on the core. */
const LOOK_US = 200_000;
/** A slower machine is unsuitable for tests. */
const SLOWEST = 8;

/**
 * Measures how much longer work takes here than on a dedicated core: 1 on a quiet machine, 2 on half a core. Timeouts detect hangs, and on
 * a shared core everything takes longer.
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

/** Scales limits and leases, in milliseconds, by the slowness measured when the run began. Set by `vitest.config.ts`. */
export const patience = (ms: number): number => Math.round(ms * Number(process.env.TESTS_SLOWNESS ?? 1));
