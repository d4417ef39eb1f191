/** A process whose timers come so late is behind: learners' steps wait for the same processor. */
const BEHIND_MS = 100;
const LEAST = 0.05;
const STEP_UP = 0.1;

/**
 * Part of this process's places that the batch lane may use, looked at once a second: halved while the process is behind, then a little more
 * each second. Learners' places stay as they are.
 * @param share the part so far, 0 to 1
 * @param delayMs how late the timers of the last second were, 95 of 100
 */
export const nextBatchShare = (share: number, delayMs: number): number =>
  delayMs > BEHIND_MS ? Math.max(LEAST, share / 2) : Math.min(1, share + STEP_UP);
