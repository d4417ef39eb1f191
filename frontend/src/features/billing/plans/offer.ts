import { FREE_PLAN, organisationPlanById } from '#contract/billing/catalogue.ts';
import { formatCents, formatDollars } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import type { PlanMap } from '../package-queries.ts';

/** The plan about to be paid for. */
export interface Offer {
  readonly packageId: string;
  readonly name: string;
  /** With two decimals: `$300.00` (PLAN-13). */
  readonly amount: string;
  readonly interval: 'month' | 'year';
  readonly trialDays: number;
  /** Whether the plan is for an organisation, which requires a name. */
  readonly isForCompany: boolean;
}

/** The plan of a URL; undefined when it does not exist or is sold by contract only. */
export function offerOf(packageId: string, plans: PlanMap): Offer | undefined {
  const plan = Object.hasOwn(plans, packageId) ? plans[packageId] : undefined;
  if (plan) {
    const { key, name, amount, interval, trial_days: trialDays } = plan;
    return { packageId: key, name, amount: formatDollars(amount), interval, trialDays, isForCompany: false };
  }
  const company = organisationPlanById(packageId);
  if (company?.sold_by !== 'checkout') return undefined;
  return {
    packageId: company.id,
    name: company.name,
    amount: formatCents(company.amount_cents),
    interval: company.interval,
    trialDays: 0,
    isForCompany: true,
  };
}

/** The features of the free plan, from the catalogue. */
export function freePlanGives(): readonly string[] {
  const { text_course: courses, video_seconds: seconds, mentor_answer: answers } = FREE_PLAN.quotas;
  return [
    t('{n, plural, one {# text course a month} other {# text courses a month}}', { n: courses }),
    t('{daily} tokens a day and {monthly} a month', { daily: FREE_PLAN.daily_tokens, monthly: FREE_PLAN.monthly_tokens }),
    t('{n, plural, one {# AI Mentor answer} other {# AI Mentor answers}}', { n: answers }),
    t('{n, plural, one {# second of video} other {# seconds of video}}', { n: seconds }),
  ];
}
