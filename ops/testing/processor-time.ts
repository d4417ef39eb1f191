/** Starts a clock of processor time and returns its reading: milliseconds that this process has computed since, in all threads. */
export function processorClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
}

/**
 * Measures the processor time of `work` in milliseconds, for tests that text from strangers is read in linear time. Returns the first reading
 * within `withinMs`, else the least of five: a compiler, a garbage collector or a busy neighbour delays one reading, quadratic work all of them.
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
