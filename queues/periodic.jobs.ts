import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { PeriodicJob } from './platform/periodic-job.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Announced work whose announcement or job was lost is found within this time. */
const NET_MS = MINUTE_MS;

/**
 * All periodic jobs with their schedules and, for the console, their purpose. `workers/maintenance/maintenance.processors.ts` must have a
 * processor for each.
 */
export const PERIODIC_JOBS = {
  // announced by the commands that make work due; the schedule is a safety net
  admission: { every: NET_MS, does: toSentence('Starts runs waiting their turn') },
  parents: { every: NET_MS, does: toSentence('Advances runs made up of other runs') },
  mail: { every: NET_MS, does: toSentence('Sends email') },
  'course-messages': { every: NET_MS, does: toSentence('Delivers creators’ messages to students') },
  'lti-scores': { every: NET_MS, does: toSentence('Sends grades to learning platforms') },
  'lti-rosters': { every: NET_MS, does: toSentence('Reads member lists from learning platforms') },
  push: { every: NET_MS, does: toSentence('Sends browser notifications') },
  webhooks: { every: NET_MS, does: toSentence('Sends events to webhooks') },
  'stripe-events': { every: NET_MS, does: toSentence('Processes events from Stripe') },
  'mentor-answers': { every: NET_MS, does: toSentence('Ends interrupted mentor answers') },
  batches: { every: NET_MS, does: toSentence('Processes pending batches') },
  'vendor-batches': { every: NET_MS, does: toSentence('Sends calls to the AI services’ batch APIs and collects the answers') },
  'bulk-acts': { every: NET_MS, does: toSentence('Applies operators’ bulk actions to runs') },

  rollups: { every: MINUTE_MS, does: toSentence('Totals steps and calls for charts') },
  alerts: { every: MINUTE_MS, does: toSentence('Checks metrics against the alert rules') },
  'reconcile-billing': { every: MINUTE_MS, does: toSentence('Asks Stripe about pending payments') },
  'study-rooms': { every: MINUTE_MS, does: toSentence('Ends empty study rooms') },
  'left-texts': { every: MINUTE_MS, does: toSentence('Submits waiting texts for judging') },
  reminders: { every: MINUTE_MS, does: toSentence('Reminds learners who opted in, once a day') },
  'class-groups': { every: MINUTE_MS, does: toSentence('Lets classes follow the groups of their organisation') },
  'class-dates': { every: MINUTE_MS, does: toSentence('Reminds students of work that is due in two days') },
  'tend-events': { every: MINUTE_MS, does: toSentence('Ends events and refunds cancelled ones') },
  'mentor-holds': { every: 5 * MINUTE_MS, does: toSentence('Releases tokens reserved for mentor answers') },
  'orphan-holds': { every: 5 * MINUTE_MS, does: toSentence('Releases tokens reserved for deleted runs') },
  'old-translations': {
    every: 5 * MINUTE_MS,
    does: toSentence('Checks earlier translations and refunds unfaithful translations'),
  },
  media: { every: 5 * MINUTE_MS, does: toSentence('Removes unreferenced media') },
  payouts: { every: 5 * MINUTE_MS, does: toSentence('Pays creators') },

  // rows that live for minutes or hours, and data that we promise to delete
  'forget-positions': { every: HOUR_MS, does: toSentence('Deletes old learner locations') },
  'purge-accounts': { every: HOUR_MS, does: toSentence('Deletes accounts whose grace period has ended') },
  'trial-ends': { every: HOUR_MS, does: toSentence('Reminds people when their trial is about to end') },
  'ended-lots': { every: HOUR_MS, does: toSentence('Expires tokens') },
  exports: { every: HOUR_MS, does: toSentence('Removes exports after a week') },
  prune: { every: HOUR_MS, does: toSentence('Removes expired data') },

  // heavy and not urgent, so it runs while few people are awake. An installation that was off catches up when it starts
  'prune-runs': { pattern: '30 3 * * *', tz: 'UTC', does: toSentence('Removes details of old runs') },
  'organisation-sign-ins': {
    pattern: '0 5 * * *',
    tz: 'UTC',
    does: toSentence('Maintains organisations’ sign-ins: metadata, certificates, domains'),
  },
  'lti-keys': { pattern: '15 3 * * *', tz: 'UTC', does: toSentence('Renews the keys that sign messages to learning platforms') },
  'class-weeks': { pattern: '0 5 * * 1', tz: 'UTC', does: toSentence('Emails teachers a weekly summary of their classes') },
  'ledger-proof': { pattern: '0 4 * * *', tz: 'UTC', does: toSentence('Checks that the ledger balances') },
  // lists the whole bucket
  'media-leftovers': { pattern: '30 4 * * *', tz: 'UTC', does: toSentence('Removes files that a stopped process left behind') },
} as const satisfies Readonly<Record<string, PeriodicJob>>;

export type PeriodicJobName = keyof typeof PERIODIC_JOBS;

export const isPeriodicJob = (name: string): name is PeriodicJobName => Object.hasOwn(PERIODIC_JOBS, name);
