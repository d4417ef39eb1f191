import { t } from '#frontend/lib/text.ts';

/** A section of the console: its id is the last part of its URL, `/operator/<id>`; the overview's is empty. */
export interface OperatorPlace {
  readonly id: string;
  readonly caption: () => string;
}

/** The sections of the console in the order of its navigation. To add one, add a line here and its screen in `operator-sections.tsx`. */
// oxfmt-ignore
export const OPERATOR_PLACES: readonly OperatorPlace[] = [
  { id: '', caption: () => t('Overview') },
  { id: 'runs', caption: () => t('Runs') },
  { id: 'batches', caption: () => t('Batches') },
  { id: 'dead-letters', caption: () => t('Dead letters') },
  { id: 'charts', caption: () => t('Charts') },
  { id: 'limits', caption: () => t('Limits') },
  { id: 'schedules', caption: () => t('Schedules') },
  { id: 'people', caption: () => t('People') },
  { id: 'alerts', caption: () => t('Alerts') },
  { id: 'services', caption: () => t('AI services') },
  { id: 'payments', caption: () => t('Payment alarms') },
  { id: 'market', caption: () => t('Reported courses') },
  { id: 'contracts', caption: () => t('Contracts') },
  { id: 'moderation', caption: () => t('Moderation') },
  { id: 'translations', caption: () => t('Translations') },
  { id: 'audit', caption: () => t('Audit') },
];
