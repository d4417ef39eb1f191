/** A row of `subscription`: a current or past plan of a user. */
export interface SubscriptionRow {
  readonly id: string;
  readonly account_id: string;
  readonly order_id: string | null;
  readonly package_id: string;
  readonly for_organisation: boolean;
  /** Null for our own trials, which Stripe does not know. */
  readonly stripe_subscription_id: string | null;
  readonly status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'incomplete' | 'unpaid' | 'paused';
  /** Start of the months for tokens and quotas. */
  readonly anchor: Date;
  /** Paid period, by Stripe's clock, which is ahead of ours in its tests. */
  readonly period_start: Date;
  readonly period_end: Date;
  readonly trial_end: Date | null;
  readonly cancel_at_period_end: boolean;
  /** The plan after this period, unless the plan is cancelled. */
  readonly next_package_id: string | null;
  readonly stripe_schedule_id: string | null;
  readonly previewed: { readonly package_id: string; readonly proration_date: number; readonly at: string } | null;
  /** The latest decision, possibly not carried out at Stripe yet (`decidePlan`). */
  readonly intent: PlanIntent | null;
  /** Id of the lock's holder (`withPlanLock`). */
  readonly turn: string | null;
  readonly ended_at: Date | null;
  readonly synced_at: Date;
}

/** A plan billed through Stripe. */
export type PaidPlan = SubscriptionRow & { readonly stripe_subscription_id: string };

/** How a plan continues when its period ends. */
export interface PlanIntent {
  readonly id: string;
  /** The plan when the decision was made; the decision does not apply to another plan. */
  readonly from: string;
  /** Whether the plan ends with its period. */
  readonly ending: boolean;
  /** The next plan; for a plan that ends, the next plan in case it is resumed. */
  readonly next_package_id: string | null;
  /** How often the reconciler failed to carry the decision out although Stripe was available. */
  readonly tries?: number;
}
