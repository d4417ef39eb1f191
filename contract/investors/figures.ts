import { ORGANISATION_PLANS, PLANS, TOKEN_PACKAGES, type Plan } from '#contract/billing/catalogue.ts';
import { INVESTMENT_NUMBERS, REVENUE_MIX } from './claims.ts';
import type { Bars } from './material.ts';

/** Prices in the documents come from the catalogue; charts come from the operator's statements. */
const dollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: cents % 100 === 0 ? 0 : 2 });

const row = (plan: Plan): string =>
  `${plan.name}: ${dollars(plan.amount_cents)} a ${plan.interval}, ${plan.tokens.toLocaleString('en-US')} tokens a month`;
const ends = (cents: readonly number[]): string => `${dollars(Math.min(...cents))} to ${dollars(Math.max(...cents))}`;

/** Returns the sources of revenue, with the prices of the price list. */
export const monetization = (): string[] => [
  ...PLANS.filter(({ interval }) => interval === 'month').map(row),
  `Token packages from ${ends(TOKEN_PACKAGES.map(({ amount_cents }) => amount_cents))}, which do not expire`,
  `Plans for companies and universities, ${ends(ORGANISATION_PLANS.map(({ amount_cents }) => amount_cents))} a year`,
];

export const REVENUE_MIX_BARS: Bars = {
  caption: 'Revenue by group, percent',
  longest: 100,
  bars: REVENUE_MIX.map(({ name, percent }) => ({ name, value: percent, label: `${percent}%` })),
  ground: 'The mix the operator plans. Revenue by year was not stated, so none is drawn.',
};

const { askMillions, valuationMillions, roi, learners, users } = INVESTMENT_NUMBERS;
const returned = askMillions * roi;
const millions = (value: number): string => `${new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }).format(value)} million dollars`;

export const RETURN_BARS: Bars = {
  caption: 'The seed round at the valuation target',
  longest: valuationMillions,
  bars: [
    { name: 'Seed ask', value: askMillions, label: millions(askMillions) },
    { name: `The ask times ${roi}`, value: returned, label: millions(returned) },
    { name: 'Valuation target', value: valuationMillions, label: millions(valuationMillions) },
  ],
  ground: `Arithmetic with the operator’s three statements: ${roi} times the ask is ${Math.round((returned / valuationMillions) * 100)}% of the target.`,
};

export const LEARNER_BARS: Bars = {
  caption: 'Learners: stated, and the goal',
  longest: users,
  bars: [
    { name: 'Learners stated', value: learners, label: `${learners.toLocaleString('en-US')}+` },
    { name: 'Goal', value: users, label: users.toLocaleString('en-US') },
  ],
  ground: `Both are the operator’s statements; the goal is ${users / learners} times the first. No year was stated for it.`,
};
