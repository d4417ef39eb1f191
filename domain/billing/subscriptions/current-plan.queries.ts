import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { FREE_PLAN, organisationPlanById, planById, TRIAL, type Quotas } from '#contract/billing/catalogue.ts';
import { database } from '#domain/platform/database.ts';
import type { UsersPlan } from '#domain/identity/identity.ports.ts';
import type { SubscriptionRow } from './subscription-row.ts';

/** A user's current plan: the live row of `subscription`, or null for the free plan. Times are UTC. */
export interface LivePlan {
  readonly id: string;
  readonly packageId: string;
  readonly status: 'trialing' | 'active' | 'past_due';
  readonly anchor: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly trialEnd: Date | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly stripeSubscriptionId: string | null;
  /**
   * Whether its payment is disputed at a bank, its refund was requested, or this period's payment was refunded; the wallet then grants
   * nothing. Set only when read for the wallet.
   */
  readonly withheld?: boolean;
}

/**
 * Days for which a plan stays in force past its paid period: the renewal's webhook may be lost, or Stripe may still be trying to collect.
 */
const GRACE_DAYS = { active: 7, past_due: 45 } as const;
const DAY_MS = 86_400_000;

/**
 * The only SQL condition for a plan in force. A trial ends at its time; a paid plan when Stripe reports its end, at the latest after its
 * days of grace.
 */
export const PLAN_IN_FORCE = sql`not for_organisation and status in ('trialing','active','past_due')
  and case status when 'trialing' then coalesce(trial_end, period_end) > now()
                  when 'past_due' then period_end > now() - ${GRACE_DAYS.past_due} * interval '1 day'
                  else period_end > now() - ${GRACE_DAYS.active} * interval '1 day' end`;

/** Returns a user's live plan, or null for the free plan. */
export async function livePlan(store: Knex, accountId: string): Promise<LivePlan | null> {
  const row = await store('subscription')
    .where({ account_id: accountId })
    .where(expression(store, PLAN_IN_FORCE))
    .first(...PLAN_COLUMNS);
  return row ? planOfRow(row as PlanRow) : null;
}

/** Columns of `subscription` that make a plan. */
export const PLAN_COLUMNS = [
  'id',
  'package_id',
  'status',
  'anchor',
  'period_start',
  'period_end',
  'trial_end',
  'cancel_at_period_end',
  'stripe_subscription_id',
] as const satisfies readonly (keyof SubscriptionRow)[];

/** A plan in force, with `withheld` if it was selected. */
type PlanRow = Pick<SubscriptionRow, (typeof PLAN_COLUMNS)[number]> & Pick<LivePlan, 'status' | 'withheld'>;

/** Converts a row of `subscription`. */
export function planOfRow(row: PlanRow): LivePlan {
  return {
    id: row.id,
    packageId: row.package_id,
    status: row.status,
    anchor: row.anchor,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    trialEnd: row.trial_end,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    stripeSubscriptionId: row.stripe_subscription_id,
    ...(row.withheld !== undefined && { withheld: row.withheld }),
  };
}

/** Tokens and units that a plan grants in one period. */
export interface Entitlement {
  readonly plan: string;
  readonly dailyTokens: number;
  readonly monthlyTokens: number;
  readonly quotas: Quotas;
}

/** Returns a plan's entitlement (G17): the free plan's, the trial's (20 tokens a day, 8 courses in all), or the catalogue's. */
export function entitlementOf(plan: LivePlan | null): Entitlement {
  if (plan?.status === 'trialing') {
    // expensive features come with the first payment: a trial has only text courses and tokens (G04)
    const quotas = { ...FREE_PLAN.quotas, text_course: TRIAL.courses };
    return { plan: plan.packageId, dailyTokens: TRIAL.daily_tokens, monthlyTokens: 0, quotas };
  }
  const paid = plan && planById(plan.packageId);
  if (paid) return { plan: paid.id, dailyTokens: 0, monthlyTokens: paid.tokens, quotas: paid.quotas };
  return { plan: FREE_PLAN.id, dailyTokens: FREE_PLAN.daily_tokens, monthlyTokens: FREE_PLAN.monthly_tokens, quotas: FREE_PLAN.quotas };
}

/** Returns a user's plan in the form of the user record. */
export async function planSummary(accountId: string): Promise<UsersPlan> {
  const store = database();
  const [plan, [others]] = await Promise.all([
    livePlan(store, accountId),
    rowsOf<{ trial_used: boolean; package_id: string | null; ends_at: Date | null }>(
      store,
      sql`select exists (select from trial_use where account_id = ${accountId})
                  or exists (select from trial_use where email_hash = (select sha256(convert_to(email, 'UTF8')) from account where id = ${accountId})) as trial_used,
                o.package_id, o.ends_at
           from (values (1)) as one left join organisation_member m on m.account_id = ${accountId}
           left join organisation o on o.id = m.organisation_id and (o.ends_at is null or o.ends_at > now())`,
    ),
  ]);
  const { trial_used: trialUsed, package_id: packageId, ends_at: endsAt } = others!;
  if (plan)
    return { status: plan.status === 'trialing' ? 'trial' : 'active', plan: plan.packageId, expires: inForceUntil(plan), trialUsed };
  if (packageId && organisationPlanById(packageId)) return { status: 'active', plan: packageId, expires: endsAt, trialUsed };
  return { status: 'free', plan: null, expires: null, trialUsed };
}

function inForceUntil({ status, trialEnd, periodEnd }: LivePlan): Date {
  if (status === 'trialing') return trialEnd ?? periodEnd;
  const isInGrace = periodEnd.getTime() <= Date.now();
  return isInGrace ? new Date(periodEnd.getTime() + GRACE_DAYS[status] * DAY_MS) : periodEnd;
}
