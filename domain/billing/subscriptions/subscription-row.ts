/** A row of `subscription`: a plan that someone has or had. */
export interface SubscriptionRow {
  readonly id: string;
  readonly account_id: string;
  readonly order_id: string | null;
  readonly package_id: string;
  readonly for_organisation: boolean;
  /** Null for our own trial, which Stripe does not know. */
  readonly stripe_subscription_id: string | null;
  readonly status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'incomplete' | 'unpaid' | 'paused';
  /** Start of token and quota months. */
  readonly anchor: Date;
  /** Paid period, by Stripe's clock: in its tests that is ahead of ours. */
  readonly period_start: Date;
  readonly period_end: Date;
  readonly trial_end: Date | null;
  readonly cancel_at_period_end: boolean;
  /** The plan after the period, unless the plan is cancelled. */
  readonly next_package_id: string | null;
  readonly stripe_schedule_id: string | null;
  readonly previewed: { readonly package_id: string; readonly proration_date: number; readonly at: string } | null;
  /** The latest decision, possibly not carried out at Stripe yet (`decidePlan`). */
  readonly intent: PlanIntent | null;
  /** Id of the turn's holder (`withPlanLock`). */
  readonly turn: string | null;
  readonly ended_at: Date | null;
  readonly synced_at: Date;
}

/** A plan billed through Stripe. */
export type PaidPlan = SubscriptionRow & { readonly stripe_subscription_id: string };

/** How a plan continues when its period ends. */
export interface PlanIntent {
  readonly id: string;
  /** The plan at the time of the decision: it does not apply to another plan. */
  readonly from: string;
  /** It ends with the period. */
  readonly ending: boolean;
  /** The following plan; for a plan that ends, the one that follows if it is resumed. */
  readonly next_package_id: string | null;
  /** How often the reconciler failed to carry it out although Stripe was available. */
  readonly tries?: number;
}
