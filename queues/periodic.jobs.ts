import type { PeriodicJob } from './platform/periodic-job.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Announced work that was lost (its announcement, or its job) is found within this time. */
const NET_MS = MINUTE_MS;

/** All periodic jobs. `workers/maintenance/maintenance.processors.ts` must have a processor for each. */
export const PERIODIC_JOBS = {
  // begun by announcements of the commands that make it due; the schedule is the net
  admission: { everyMs: NET_MS },
  parents: { everyMs: NET_MS },
  mail: { everyMs: NET_MS },
  'course-messages': { everyMs: NET_MS },
  push: { everyMs: NET_MS },
  'stripe-events': { everyMs: NET_MS },
  'mentor-answers': { everyMs: NET_MS },
  batches: { everyMs: NET_MS },
  'vendor-batches': { everyMs: NET_MS },
  'bulk-acts': { everyMs: NET_MS },

  alerts: { everyMs: MINUTE_MS },
  'reconcile-billing': { everyMs: MINUTE_MS },
  'study-rooms': { everyMs: MINUTE_MS },
  'left-texts': { everyMs: MINUTE_MS },
  reminders: { everyMs: MINUTE_MS },
  'tend-events': { everyMs: MINUTE_MS },
  'mentor-holds': { everyMs: 5 * MINUTE_MS },
  'orphan-holds': { everyMs: 5 * MINUTE_MS },
  media: { everyMs: 5 * MINUTE_MS },
  payouts: { everyMs: 5 * MINUTE_MS },

  'forget-positions': { everyMs: HOUR_MS },
  'purge-accounts': { everyMs: HOUR_MS },
  'trial-ends': { everyMs: HOUR_MS },
  'ended-lots': { everyMs: HOUR_MS },
  exports: { everyMs: HOUR_MS },
  prune: { everyMs: HOUR_MS },
  'prune-runs': { everyMs: HOUR_MS },
  'ledger-proof': { everyMs: DAY_MS },
  // it lists the whole bucket
  'media-leftovers': { everyMs: DAY_MS },
} as const satisfies Readonly<Record<string, PeriodicJob>>;

export type PeriodicJobName = keyof typeof PERIODIC_JOBS;

export const isPeriodicJob = (name: string): name is PeriodicJobName => Object.hasOwn(PERIODIC_JOBS, name);
