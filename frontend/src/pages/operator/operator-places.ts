import { t } from '#frontend/lib/text.ts';

/** A section of the console: its id is the last part of its URL, `/operator/<id>`; the overview's is empty. */
export interface OperatorPlace {
  readonly id: string;
  readonly caption: () => string;
}

/** Sections that belong together. A group of one is its section. */
export interface OperatorGroup {
  readonly id: string;
  readonly caption: () => string;
  readonly places: readonly [OperatorPlace, ...OperatorPlace[]];
}

/** The groups of the console in the order of its navigation. To add a section, add a line here and its screen in `operator-sections.tsx`. */
// oxfmt-ignore
export const OPERATOR_GROUPS: readonly OperatorGroup[] = [
  { id: 'work', caption: () => t('Work'), places: [
    { id: '', caption: () => t('Overview') },
    { id: 'runs', caption: () => t('Runs') },
    { id: 'batches', caption: () => t('Batches') },
    { id: 'dead-letters', caption: () => t('Dead letters') },
    { id: 'schedules', caption: () => t('Schedules') },
  ] },
  { id: 'health', caption: () => t('Health'), places: [
    { id: 'services', caption: () => t('AI services') },
    { id: 'alerts', caption: () => t('Alerts') },
    { id: 'charts', caption: () => t('Charts') },
    { id: 'limits', caption: () => t('Limits') },
  ] },
  { id: 'money', caption: () => t('Money'), places: [
    { id: 'payments', caption: () => t('Payment alarms') },
    { id: 'sales', caption: () => t('Messages to sales') },
    { id: 'contracts', caption: () => t('Contracts') },
  ] },
  { id: 'people', caption: () => t('People'), places: [
    { id: 'people', caption: () => t('Accounts') },
    { id: 'moderation', caption: () => t('Moderation') },
    { id: 'market', caption: () => t('Reported courses') },
    { id: 'translations', caption: () => t('Translations') },
  ] },
  { id: 'audit', caption: () => t('Audit'), places: [{ id: 'audit', caption: () => t('Audit') }] },
];
