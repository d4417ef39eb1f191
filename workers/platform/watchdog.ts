import type { QueueBackend } from '#queues/platform/queue-backend.ts';
import type { RunningWorkers } from '#queues/platform/queue-workers.ts';
import { logger } from '#domain/platform/logger.ts';
import { countWatchdogRestart } from './metrics.ts';

/** How long a queue may have waiting jobs and none active. */
const PATIENCE_MS = 20_000;

/**
 * Creates the check for workers that have silently stopped: one of their queues has waiting jobs and no active one for two looks. New
 * workers fix every known fault of that kind, so they are replaced.
 * @param watched queues that may have jobs now; default: all
 * @param now milliseconds of a monotonic clock
 * @returns a function to call every few seconds
 */
export function createWatchdog(
  backend: Pick<QueueBackend, 'counts'>,
  workers: readonly Pick<RunningWorkers, 'queues' | 'restart'>[],
  watched: () => readonly string[] | undefined = () => undefined,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  const stuckSince = new Map<string, number>();
  const served = new Set(workers.flatMap(({ queues }) => queues));
  return async () => {
    for (const { queue, waiting, active } of await backend.counts(watched())) {
      if (waiting === 0 || active > 0 || !served.has(queue)) stuckSince.delete(queue);
      else if (!stuckSince.has(queue)) stuckSince.set(queue, now());
    }
    const stuck = [...stuckSince].filter(([, since]) => now() - since > PATIENCE_MS).map(([queue]) => queue);
    if (stuck.length === 0) return;
    logger().error({ queues: stuck }, 'watchdog: jobs wait and none is taken; replacing the workers');
    countWatchdogRestart();
    stuckSince.clear();
    await Promise.all(workers.map((one) => one.restart()));
  };
}
