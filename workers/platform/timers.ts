import { logger } from '#domain/platform/logger.ts';
import { countTimerFailure } from './metrics.ts';

/** What belongs to one process, and therefore is no job of the queue: its heartbeat, its share of the settings, the way into the queue. */
export interface Timer {
  readonly name: string;
  /** Pause after the previous run has ended, in milliseconds; asked each time. */
  readonly pauseMs: () => number;
  readonly run: () => Promise<unknown>;
}

/** Processes that start together must not all run at the same moment: each pause varies by this share in both directions. */
const JITTER = 0.2;
/** A repeating error is logged this often. */
const LOG_EVERY_MS = 30_000;

/**
 * Runs each timer again and again. It never overlaps itself; an error is logged and counted, and the next run follows as usual.
 * @returns `stop` starts nothing more and waits for what runs
 */
export function startTimers(timers: readonly Timer[]): { stop(): Promise<void> } {
  let stopped = false;
  const pending = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  const loggedAt = new Map<string, number>();

  const once = async ({ name, run }: Timer) => {
    try {
      await run();
      loggedAt.delete(name);
    } catch (error) {
      countTimerFailure(name);
      if (performance.now() - (loggedAt.get(name) ?? -Infinity) < LOG_EVERY_MS) return;
      loggedAt.set(name, performance.now());
      logger().error({ err: error, timer: name }, 'timer: failed, it runs again');
    }
  };
  const next = (timer: Timer) => {
    if (stopped) return;
    const begin = () => {
      const run = once(timer).finally(() => {
        running.delete(timer.name);
        next(timer);
      });
      running.set(timer.name, run);
    };
    pending.set(timer.name, setTimeout(begin, timer.pauseMs() * (1 - JITTER + Math.random() * 2 * JITTER)));
  };
  for (const timer of timers) next(timer);
  return {
    async stop() {
      stopped = true;
      for (const timeout of pending.values()) clearTimeout(timeout);
      await Promise.all(running.values());
    },
  };
}
