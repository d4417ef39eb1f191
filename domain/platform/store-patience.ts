import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreAway } from './database.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

/**
 * How long a process holds on to what is paid and not yet written. As long as it does, its place is in use and it begins no other work, so
 * an outage cannot pile answers up.
 */
export const PAID_PATIENCE_MS = 600_000;

/**
 * Does something to the store, and again while the store is away (a restart takes about a second), for at most `forMs`.
 * @throws the last error; any other error at once
 */
export async function withStorePatience<T>(forMs: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + forMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isStoreAway(error) || performance.now() + pause > until) throw error;
      await sleep(pause);
    }
  }
}
