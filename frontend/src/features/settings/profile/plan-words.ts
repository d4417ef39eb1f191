import type { Profile } from '#contract/settings/profile.contract.ts';
import { t } from '#frontend/lib/text.ts';

/** The status of a plan in a word; a free plan has none (G13). */
export function planWords({ plan, status }: Profile['subscription']): string {
  if (status === 'free') return t('Free Plan');
  if (status === 'trial') return t('{plan}, trial', { plan });
  return status === 'active' ? t('{plan}, active', { plan }) : plan;
}

/** The name of a plan. */
export const planName = ({ plan, status }: Profile['subscription']): string => (status === 'free' ? t('Free Plan') : plan);

/** The status of a plan beside its name; empty if there is none to say. */
export const planStatus = ({ status }: Profile['subscription']): string =>
  status === 'trial' ? t('Trial') : status === 'active' ? t('Active') : '';
