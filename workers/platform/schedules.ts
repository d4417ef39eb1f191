import { logger } from '#domain/platform/logger.ts';
import { countScheduleFailure } from './metrics.ts';

export interface Schedule {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

export interface Schedules {
  /** Starts nothing more and waits for what is running. */
  stop(): Promise<void>;
}

/** Processes that were started together must not all ask at the same moment: each pause varies by this share to either side. */
const JITTER = 0.2;
/** A process that never lives for an hour must still do what is due hourly. */
const FIRST_WITHIN_MS = 60_000;
/** An error that repeats is logged this often. */
const LOG_EVERY_MS = 30_000;

/**
 * Runs each schedule again and again, the next run `everyMs` after the end of the last one: a schedule never overlaps itself. What it
 * throws is logged and counted, and the next run comes as if nothing had happened.
 */
export function startSchedules(schedules: readonly Schedule[]): Schedules {
  let stopped = false;
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const start = (schedule: Schedule) => {
    let loggedAt = -Infinity;
    const once = async () => {
      try {
        await schedule.run();
        loggedAt = -Infinity;
      } catch (error) {
        countScheduleFailure(schedule.name);
        if (performance.now() - loggedAt > LOG_EVERY_MS) {
          loggedAt = performance.now();
          logger().error({ err: error, schedule: schedule.name }, 'schedule: failed, it runs again');
        }
      }
    };
    const next = (everyMs: number) => {
      if (stopped) return;
      const pause = everyMs * (1 - JITTER + Math.random() * 2 * JITTER);
      timers.set(
        schedule.name,
        setTimeout(() => {
          const run = once().finally(() => {
            running.delete(run);
            next(schedule.everyMs);
          });
          running.add(run);
        }, pause),
      );
    };
    next(Math.min(schedule.everyMs, FIRST_WITHIN_MS));
  };
  for (const schedule of schedules) start(schedule);

  return {
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
