import { processorTimeOf } from './process-identity.mjs';

/** Processor time in ms below which a process is only waiting, and reporting so. */
const WORK_MS = 2_000;
/** Maximum number of distinct lines that are remembered: repeated messages are not progress. */
const MOST_WORDS = 10_000;

/**
 * Follows what a process does: words that it has not said before, and processor time.
 * @param {(pid: number) => number | null} [timeOf] processor time in ms; null where it cannot be read
 * @returns {{ say: (line: string) => void, runs: (pid: number) => void, progress: () => number }}
 */
export function progressOf(timeOf = processorTimeOf) {
  /** @type {Set<string>} */
  const words = new Set();
  let pid = 0;
  /** Of this process, and of those that ended before it. */
  let [took, before] = [0, 0];
  return {
    say: (line) => {
      // times and numbers change in repeated messages
      if (words.size < MOST_WORDS) words.add(line.replaceAll(/\d+/g, '0'));
    },
    runs: (next) => {
      before += took;
      took = 0;
      pid = next;
    },
    progress: () => {
      took = timeOf(pid) ?? took;
      return words.size + Math.floor((before + took) / WORK_MS);
    },
  };
}
