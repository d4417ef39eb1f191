import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { database } from '#domain/platform/database.ts';

/** Counts events per key in fixed time windows. */
export interface Counter {
  /** Counts an event, by default once. @returns 0, or the milliseconds to wait if the limit is exceeded */
  take(key: string, points?: number): Promise<number>;
  /** Reverses a `take`. */
  giveBack(key: string, points: number): Promise<void>;
  /** Checks without counting. @returns 0, or the milliseconds to wait if the next event would exceed the limit */
  waitMs(key: string): Promise<number>;
}

/**
 * Opens a counter.
 * @param name unique in the installation
 * @param options `kept`: in the `store` (shared by all processes, one statement per call) or in the `memory` of this process
 */
export function openCounter(name: string, options: { points: number; perSeconds: number; storage: 'store' | 'memory' }): Counter {
  const common = { keyPrefix: name, points: options.points, duration: options.perSeconds };
  const inMemory = options.storage === 'memory' ? new RateLimiterMemory(common) : null;
  let inStore: RateLimiterPostgres | null = null;
  // opened on first use, because the process may not be connected yet
  const limiter = () =>
    inMemory ??
    (inStore ??= new RateLimiterPostgres({
      ...common,
      storeClient: database(),
      storeType: 'knex',
      tableName: 'rate_limit',
      tableCreated: true,
    }));

  return {
    async take(key, points = 1) {
      try {
        await limiter().consume(key, points);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
        throw refusal;
      }
    },
    async giveBack(key, points) {
      await limiter().reward(key, points);
    },
    async waitMs(key) {
      const state = await limiter().get(key);
      return state && state.consumedPoints >= options.points ? Math.max(1, state.msBeforeNext) : 0;
    },
  };
}
