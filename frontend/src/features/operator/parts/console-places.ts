import { t } from '#frontend/lib/text.ts';

/** A section of the console: its id is the last part of its URL, `/operator/<id>`; the overview's is empty. */
export interface OperatorPlace {
  readonly id: string;
  /** The key that opens the section when pressed after G. */
  readonly key: string;
  readonly caption: () => string;
}

/** Related sections. A group with a single section is that section. */
export interface OperatorGroup {
  readonly id: string;
  readonly caption: () => string;
  readonly places: readonly [OperatorPlace, ...OperatorPlace[]];
}

/** The groups of the console in the order of its navigation. To add a section, add a line here and its screen in `operator-sections.tsx`. */
// oxfmt-ignore
export const OPERATOR_GROUPS: readonly OperatorGroup[] = [
  { id: 'work', caption: () => t('Work'), places: [
    { id: '', key: 'o', caption: () => t('Overview') },
    { id: 'runs', key: 'r', caption: () => t('Runs') },
    { id: 'batches', key: 'b', caption: () => t('Batches') },
    { id: 'dead-letters', key: 'd', caption: () => t('Dead letters') },
    { id: 'schedules', key: 's', caption: () => t('Schedules') },
  ] },
  { id: 'health', caption: () => t('Health'), places: [
    { id: 'services', key: 'v', caption: () => t('AI services') },
    { id: 'compare', key: 'w', caption: () => t('Compare') },
    { id: 'connections', key: 'n', caption: () => t('Connections') },
    { id: 'alerts', key: 'a', caption: () => t('Alerts') },
    { id: 'charts', key: 'c', caption: () => t('Charts') },
    { id: 'limits', key: 'l', caption: () => t('Limits') },
  ] },
  { id: 'money', caption: () => t('Money'), places: [
    { id: 'payments', key: 'p', caption: () => t('Payment alarms') },
    { id: 'sales', key: 'y', caption: () => t('Sales enquiries') },
    { id: 'contracts', key: 'k', caption: () => t('Contracts') },
  ] },
  { id: 'people', caption: () => t('People'), places: [
    { id: 'people', key: 'u', caption: () => t('Accounts') },
    { id: 'organisations', key: 'g', caption: () => t('Organisations') },
    { id: 'sign-ins', key: 'f', caption: () => t('Organisation sign-in') },
    { id: 'moderation', key: 'm', caption: () => t('Moderation') },
    { id: 'market', key: 'e', caption: () => t('Reported courses') },
    { id: 'translations', key: 't', caption: () => t('Translations') },
    { id: 'keys', key: 'x', caption: () => t('API keys') },
  ] },
  { id: 'audit', caption: () => t('Audit'), places: [{ id: 'audit', key: 'i', caption: () => t('Audit') }] },
];

export const OPERATOR_PLACES: readonly OperatorPlace[] = OPERATOR_GROUPS.flatMap(({ places }) => places);

export const addressOf = ({ id }: OperatorPlace): string => (id === '' ? '/operator' : `/operator/${id}`);
