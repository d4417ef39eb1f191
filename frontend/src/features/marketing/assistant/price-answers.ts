import { namesUndelivered } from '#contract/platform/named-parts.ts';
import { FREE_PLAN, ORGANISATION_PLANS, PLANS, TOKEN_PACKAGES, TRIAL, type Plan, type Tier } from '#contract/billing/catalogue.ts';
import { formatNumber, formatPrice } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

const price = (cents: number): string => formatPrice(cents / 100);

const plansOf = (tier: Tier) =>
  (['month', 'year'] as const).map((interval) => PLANS.find((plan) => plan.tier === tier && plan.interval === interval)!) as [Plan, Plan];

/** Describes a plan, monthly and yearly, with its features. */
export function planAnswer(tier: Tier): string {
  const [month] = plansOf(tier);
  return t('{name} is {prices}: {contents}.', {
    name: month.name,
    prices: bothPrices(tier),
    contents: month.features.map((feature) => (namesUndelivered(feature) ? `${feature} (${t('not yet available')})` : feature)).join(', '),
  });
}

/** `$15/month or $150/year` (LAND-16). */
function bothPrices(tier: Tier): string {
  const [month, year] = plansOf(tier);
  return t('{month}/month or {year}/year', { month: price(month.amount_cents), year: price(year.amount_cents) });
}

export const pricesAnswer = (): string =>
  t('Basic is {basic}, Standard {standard}, Premium {premium}. A year costs ten months, and you can begin free.', {
    basic: bothPrices('basic'),
    standard: bothPrices('standard'),
    premium: bothPrices('premium'),
  });

export const institutionsAnswer = (): string =>
  t('Prices a year: {plans}. Choose Contact Sales under Plans and prices.', {
    plans: ORGANISATION_PLANS.map((plan) => `${plan.name} ${price(plan.amount_cents)}`).join(', '),
  });

export const tokensAnswer = (): string =>
  t(
    'A text course costs tokens. Everyone gets {daily} tokens a day and {monthly} tokens a month free. Packages cost from {first}, for {amount} tokens, to {last}, and do not expire.',
    {
      daily: FREE_PLAN.daily_tokens,
      monthly: FREE_PLAN.monthly_tokens,
      first: price(TOKEN_PACKAGES[0]!.amount_cents),
      last: price(TOKEN_PACKAGES.at(-1)!.amount_cents),
      amount: formatNumber(TOKEN_PACKAGES[0]!.tokens),
    },
  );

export const trialAnswer = (): string =>
  t(
    'Yearly Basic, Standard and Premium plans begin with {days} free days, and no card is needed. During the trial you have {tokens} tokens a day and up to {courses} courses. Everyone can have one trial, after confirming their email address.',
    {
      days: TRIAL.days,
      tokens: TRIAL.daily_tokens,
      courses: TRIAL.courses,
    },
  );

export const freeAnswer = (): string =>
  t('The {plan} has {daily} tokens a day, {monthly} tokens a month and one text course a month, without a card.', {
    plan: FREE_PLAN.name,
    daily: FREE_PLAN.daily_tokens,
    monthly: FREE_PLAN.monthly_tokens,
  });
