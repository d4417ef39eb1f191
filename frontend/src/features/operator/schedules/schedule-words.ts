import { t } from '#frontend/lib/text.ts';

const WORDS: Readonly<Record<string, () => string>> = {
  admission: () => t('Starts runs that wait for their turn'),
  parents: () => t('Goes on with runs that consist of others'),
  mail: () => t('Sends mail'),
  'course-messages': () => t('Tells students what creators wrote to them'),
  reminders: () => t('Reminds learners who want it, once a day'),
  push: () => t('Sends notices to browsers'),
  'tend-events': () => t('Ends events and gives back what was paid for cancelled ones'),
  'forget-positions': () => t('Forgets old positions of learners'),
  'purge-accounts': () => t('Deletes accounts whose time to return has passed'),
  'stripe-events': () => t('Deals with what Stripe has reported'),
  'reconcile-billing': () => t('Asks Stripe about payments without news'),
  'trial-ends': () => t('Reminds people of trials that end'),
  'mentor-answers': () => t('Ends answers of the mentor that were broken off'),
  'mentor-holds': () => t('Gives back tokens held for answers of the mentor'),
  'orphan-holds': () => t('Gives back tokens held for runs that are gone'),
  payouts: () => t('Pays creators'),
  'ended-lots': () => t('Ends tokens whose time has passed'),
  'ledger-proof': () => t('Proves that the ledger adds up'),
  'left-texts': () => t('Has texts judged that a process left waiting'),
  'study-rooms': () => t('Ends study rooms that everybody has left'),
  exports: () => t('Removes exports after a week'),
  media: () => t('Removes unreferenced media'),
  'media-leftovers': () => t('Removes files that a stopped process left behind'),
  batches: () => t('Goes on with batches'),
  'vendor-batches': () => t('Sends calls to the vendors’ batch services and takes their answers over'),
  'bulk-acts': () => t('Does what operators decided for many runs'),
  alerts: () => t('Holds figures against the alert rules'),
  prune: () => t('Removes expired data'),
  'prune-runs': () => t('Removes details of old runs'),
};

/** What a schedule does; '' for an unknown one. */
export const scheduleWord = (name: string): string => WORDS[name]?.() ?? '';
