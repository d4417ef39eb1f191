import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from './database.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

/**
 * How long a process holds a paid answer that cannot be stored. Meanwhile its slot stays occupied and it starts no other work, so answers
 * cannot pile up during an outage.
 */
export const PAID_PATIENCE_MS = 600_000;

/**
 * Runs a database operation and retries it while the database is unavailable (a restart takes about a second), for at most `forMs`.
 * @throws the last error; any other error at once
 */
export const retryWhileDatabaseUnavailable = <T>(forMs: number, work: () => Promise<T>): Promise<T> =>
  retryWhile(isDatabaseUnavailable, forMs, work);

/** Retries an operation while it fails because a store is unavailable, for at most `forMs`. @throws the last error; any other error at once */
export async function retryWhile<T>(isUnavailable: (error: unknown) => boolean, forMs: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + forMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() + pause > until) throw error;
      await sleep(pause);
    }
  }
}
