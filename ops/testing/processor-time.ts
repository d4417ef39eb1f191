/**
 * Starts a clock of processor time.
 * @returns a function that returns the milliseconds that all threads of this process have computed since
 */
export function processorClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
}

/**
 * Measures the processor time of `work` in milliseconds, for tests that untrusted text is read in linear time. Returns the first reading
 * within `withinMs`, else the least of five: a compiler, a garbage collector or a busy neighbour delays single readings, quadratic work
 * delays all of them.
 */
export function leastProcessorMs(work: () => unknown, withinMs: number): number {
  let least = Infinity;
  for (let i = 0; i < 5 && least > withinMs; i++) {
    const used = processorClock();
    work();
    least = Math.min(least, used());
  }
  return least;
}
