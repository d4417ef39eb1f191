/** A row of `subscription`: a plan somebody has or had. */
export interface SubscriptionRow {
  readonly id: string;
  readonly account_id: string;
  readonly order_id: string | null;
  readonly package_id: string;
  readonly for_organisation: boolean;
  /** Null for a trial of ours, which Stripe does not know. */
  readonly stripe_subscription_id: string | null;
  readonly status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'incomplete' | 'unpaid' | 'paused';
  /** Months of tokens and quotas are counted from here. */
  readonly anchor: Date;
  /** Of what is paid, by Stripe's clock: in its tests that is ahead of ours. */
  readonly period_start: Date;
  readonly period_end: Date;
  readonly trial_end: Date | null;
  readonly cancel_at_period_end: boolean;
  /** Takes over at the end of the period, unless the plan is cancelled. */
  readonly next_package_id: string | null;
  readonly stripe_schedule_id: string | null;
  readonly previewed: { readonly package_id: string; readonly proration_date: number; readonly at: string } | null;
  /** What was decided and may not have been carried out at Stripe yet (`decidePlan`). */
  readonly intent: PlanIntent | null;
  /** Of whom is deciding about it now (`inTurn`). */
  readonly turn: string | null;
  readonly ended_at: Date | null;
  readonly synced_at: Date;
}

/** A plan that Stripe keeps. */
export type PaidPlan = SubscriptionRow & { readonly stripe_subscription_id: string };

/** How a plan is to go on when its period ends. */
export interface PlanIntent {
  readonly id: string;
  /** What the plan was when it was decided: of another plan it says nothing. */
  readonly from: string;
  /** It ends with the period. */
  readonly ending: boolean;
  /** The plan that follows; of one that ends, the plan that follows if it is resumed. */
  readonly next_package_id: string | null;
  /** How often the reconciler could not carry it out, though Stripe was there. */
  readonly tries?: number;
}
