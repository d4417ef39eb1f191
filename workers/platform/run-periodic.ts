import type { PeriodicJobName } from '#queues/periodic.jobs.ts';
import type { PeriodicHandler } from '#queues/platform/periodic-queues.ts';
import { isSchedulePaused } from '#domain/operator/schedules/schedules.queries.ts';
import { logger } from '#domain/platform/logger.ts';
import { outgoing } from '#domain/platform/network/outgoing.ts';
import { countScheduleFailure } from './metrics.ts';

export type PeriodicProcessors = Readonly<Partial<Record<PeriodicJobName, () => Promise<unknown>>>>;

/**
 * Creates the handler of periodic jobs: a paused one does nothing unless an operator asked for it; a failure is logged and counted, and its
 * job fails in the queue.
 */
export const createPeriodicRunner =
  (processors: PeriodicProcessors): PeriodicHandler =>
  async (name, { isRequested }) => {
    const process = processors[name];
    if (!process || (!isRequested && (await isSchedulePaused(name)))) return false;
    try {
      await outgoing(null, process);
    } catch (error) {
      countScheduleFailure(name);
      logger().error({ err: error, schedule: name }, 'periodic job: failed, it runs again');
      throw error;
    }
    return true;
  };
