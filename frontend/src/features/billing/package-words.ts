import { namesUndelivered } from '#contract/platform/named-parts.ts';
import { dollarsPerMonth, planById, yearlySaving } from '#contract/billing/catalogue.ts';
import type { SubscriptionPackage, TokenPackageOffer } from '#contract/billing/packages.contract.ts';
import { formatNumber, formatPrice } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';

/** `$30 a month`, `$300 a year`. */
export const priceWords = ({ amount, interval }: Pick<SubscriptionPackage, 'amount' | 'interval'>): string =>
  interval === 'year' ? t('{price} a year', { price: formatPrice(amount) }) : t('{price} a month', { price: formatPrice(amount) });

export const intervalWord = (interval: 'month' | 'year'): string => (interval === 'year' ? t('yearly') : t('monthly'));

/** The monthly price of a yearly plan, rounded (PLAN-10). */
export function perMonthWords(plan: SubscriptionPackage): string {
  const known = planById(plan.key);
  return known ? t('{price} a month', { price: formatPrice(dollarsPerMonth(known)) }) : priceWords(plan);
}

/** The saving of a yearly plan against twelve months (G03); empty for a monthly plan. */
export function savingWords(plan: SubscriptionPackage): string {
  const known = planById(plan.key);
  const saving = known ? yearlySaving(known) : null;
  return saving === null ? '' : t('You save {price} (two months free)', { price: formatPrice(saving / 100) });
}

/** The trial of a plan; empty when it has none. */
export const trialWords = ({ trial_days: days }: Pick<SubscriptionPackage, 'trial_days'>): string =>
  days > 0 ? t('{n, plural, one {#-day} other {#-day}} free trial, no card needed', { n: days }) : '';

/** A feature of a plan as displayed, with a note when it is not available yet (A18). */
export const featureWords = (feature: string): string =>
  namesUndelivered(feature) ? t('{feature} (not yet available)', { feature: translateServerText(feature) }) : translateServerText(feature);

/** `300 tokens + 30 bonus`. */
export const tokensWords = ({ tokens, bonus_tokens: bonus }: Pick<TokenPackageOffer, 'tokens' | 'bonus_tokens'>): string =>
  bonus > 0
    ? t('{tokens} tokens + {bonus} bonus', { tokens: formatNumber(tokens), bonus: formatNumber(bonus) })
    : t('{tokens} tokens', { tokens: formatNumber(tokens) });
