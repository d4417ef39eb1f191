import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { PlanIntent, SubscriptionRow } from './subscription-row.ts';

/** A current or past plan of a user, including our own trials, which Stripe does not know. */
export class Subscription extends Model {
  static override tableName = 'subscription';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare package_id: string;
  /** The order that bought it; null for our own trials. */
  declare order_id: Ref<'billing_order'> | null;
  /** The user pays it for an organisation, so it is not the user's own plan. */
  declare for_organisation: boolean;
  /** Null for our own trials. */
  declare stripe_subscription_id: string | null;
  declare status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'incomplete' | 'unpaid' | 'paused';
  /** Tokens and quotas are granted monthly on the anniversary of this time, also in yearly plans. */
  declare anchor: Date;
  /** Paid period, by Stripe's clock, which is ahead of ours in its tests. */
  declare period_start: Date;
  declare period_end: Date;
  declare trial_end: Date | null;
  declare cancel_at_period_end: boolean;
  /** The plan after this period, unless the plan is cancelled. */
  declare next_package_id: string | null;
  /** Stripe's schedule that carries out `next_package_id`. */
  declare stripe_schedule_id: string | null;
  /** The last preview of a change: a browser can choose no other proration time. */
  declare previewed: SubscriptionRow['previewed'];
  declare ended_at: Date | null;
  /** When the row was last updated from Stripe. */
  declare synced_at: Date;
  declare created_at: Date;
  /** When the reconciler last asked Stripe. */
  declare asked_at: Date | null;
  /** The latest decision, possibly not carried out at Stripe yet (`decidePlan`). */
  declare intent: PlanIntent | null;
  /** When the decision was made or last tried. */
  declare intent_at: Date | null;
  /** Id of the request that holds the plan's lock (`withPlanLock`), until `turn_until`. */
  declare turn: string | null;
  declare turn_until: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    subscription: Table<Subscription>;
  }
}
