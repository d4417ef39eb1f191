import { planById, PLANS } from '#contract/billing/catalogue.ts';
import type { LotSource } from '#contract/billing/lot-sources.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { entitlementOf, type LivePlan } from '#domain/billing/subscriptions/current-plan.queries.ts';
import type { Cause } from '#domain/billing/ledger/post-transaction.ts';

/** Tokens that a plan grants for a day or a month. Days and months are in UTC, so that changing the time zone cannot make a second day. */
export interface Allowance {
  readonly source: Extract<LotSource, 'daily' | 'trial' | 'monthly'>;
  readonly periodKey: string;
  /** Total for this period. */
  readonly centitokens: number;
  /** Lots that count towards the total, as `source periodKey`: a smaller lot from before an upgrade is topped up, never granted twice. */
  readonly counted: readonly string[];
  readonly expiresAt: Date;
  readonly cause: Cause;
  readonly subscriptionId: string | null;
}

/** The period in which a plan counts units: its name, and the start of the next one. */
export interface QuotaPeriod {
  readonly key: string;
  readonly resetsAt: Date | null;
}

const DAY_MS = 86_400_000;
/**
 * A month of which less than this is paid is not granted. The anchor is some seconds before the paid period when our clock is behind
 * Stripe's, and some hours before it after a change from monthly to yearly, so a month would begin just before the period ends.
 */
const LEAST_OF_A_MONTH_MS = DAY_MS;

/** Returns the allowances that may be granted now. An unpaid period grants nothing until its renewal is reported. */
export function allowancesOf(plan: LivePlan | null, now: Date): Allowance[] {
  const { dailyTokens, monthlyTokens } = entitlementOf(plan);
  const day = now.toISOString().slice(0, 10);
  const midnight = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  if (plan?.status === 'trialing') {
    const shared = { source: 'trial', periodKey: day, expiresAt: midnight, subscriptionId: plan.id } as const;
    return [
      {
        ...shared,
        centitokens: dailyTokens * 100,
        counted: [`daily ${day}`, `trial ${day}`],
        cause: toSentence('Daily trial tokens'),
      },
    ];
  }
  const daily: Allowance = {
    source: 'daily',
    periodKey: day,
    centitokens: dailyTokens * 100,
    counted: [`daily ${day}`, `trial ${day}`],
    expiresAt: midnight,
    cause: toSentence('Daily tokens'),
    subscriptionId: null,
  };
  const period = monthOf(plan, now);
  if (!period) return dailyTokens > 0 ? [daily] : [];
  const monthly: Allowance = {
    source: 'monthly',
    periodKey: period.key,
    centitokens: monthlyTokens * 100,
    counted: [period.key, ...PLANS.map(({ id }) => `${period.key}:${id}`)].map((key) => `monthly ${key}`),
    expiresAt: period.end,
    cause: toSentence('Monthly tokens: {plan}', { plan: (plan && planById(plan.packageId)?.name) ?? 'Free Plan' }),
    subscriptionId: plan?.id ?? null,
  };
  return dailyTokens > 0 ? [daily, monthly] : [monthly];
}

/** Returns the plan's current quota period, a trial being one period. Null while the period is not paid; units are not counted then. */
export function quotaPeriodOf(plan: LivePlan | null, now: Date): QuotaPeriod | null {
  if (plan?.status === 'trialing') return { key: `${plan.id}:trial`, resetsAt: null };
  const period = monthOf(plan, now);
  return period && { key: period.key, resetsAt: period.end };
}

function monthOf(plan: LivePlan | null, now: Date): { key: string; end: Date } | null {
  if (!plan)
    return { key: `free:${now.toISOString().slice(0, 7)}`, end: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)) };
  // a disputed or refunded plan grants no more
  if (plan.withheld) return null;
  // a paid period grants its tokens once Stripe reports that it has begun, whatever our clock says
  const index = monthIndex(plan.anchor, now > plan.periodStart ? now : plan.periodStart);
  if (index < 0 || addMonths(plan.anchor, index).getTime() > plan.periodEnd.getTime() - LEAST_OF_A_MONTH_MS) return null;
  return { key: `${plan.id}:${index}`, end: addMonths(plan.anchor, index + 1) };
}

/** Returns the number of whole months from `anchor` to `now`, which is the index of the current month; negative before the anchor. */
export function monthIndex(anchor: Date, now: Date): number {
  const index = (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth();
  return addMonths(anchor, index) > now ? index - 1 : index;
}

/**
 * Returns the anniversary of an anchor after a number of months. Where the anchor's day does not exist, it is the month's last day: 31 Jan,
 * 28 Feb, 31 Mar.
 */
export function addMonths(anchor: Date, months: number): Date {
  const at = new Date(anchor);
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(anchor.getUTCDate(), last));
  return at;
}
