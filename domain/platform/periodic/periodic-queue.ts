import type { Announcement } from '#queues/platform/periodic-job.ts';
import { onDisconnect } from '#domain/platform/database.ts';
import type { ScheduleState } from '#queues/platform/periodic-queues.ts';

/** The part of the periodic jobs' queue that commands and queries need. */
export interface PeriodicQueue {
  announce(announcements: readonly Announcement[]): Promise<void>;
  list(): Promise<ScheduleState[]>;
}

let queue: PeriodicQueue | null = null;

/** Sets the queue; call it once at process start. */
export function setPeriodicQueue(next: PeriodicQueue | null): void {
  queue = next;
}

onDisconnect(() => setPeriodicQueue(null));

/** Returns the process's queue; null when it has opened none (a script): the workers' sweep then announces instead. */
export const periodicQueue = (): PeriodicQueue | null => queue;
