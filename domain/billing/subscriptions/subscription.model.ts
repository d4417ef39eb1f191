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
  /** The order that bought it; null for a trial of ours. */
  declare order_id: Ref<'billing_order'> | null;
  /** It pays for an organisation, and is no plan of the person who pays. */
  declare for_organisation: boolean;
  /** Null for a trial of ours. */
  declare stripe_subscription_id: string | null;
  declare status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'incomplete' | 'unpaid' | 'paused';
  /** Tokens and quotas come monthly on the anniversary of this moment, also in yearly plans. */
  declare anchor: Date;
  /** Paid period, by Stripe's clock: in its tests that is ahead of ours. */
  declare period_start: Date;
  declare period_end: Date;
  declare trial_end: Date | null;
  declare cancel_at_period_end: boolean;
  /** The plan after the period, unless the plan is cancelled. */
  declare next_package_id: string | null;
  /** Stripe's schedule that carries out `next_package_id`. */
  declare stripe_schedule_id: string | null;
  /** The last preview of a change: only its moment of proration is accepted from a browser. */
  declare previewed: SubscriptionRow['previewed'];
  declare ended_at: Date | null;
  /** When the row last followed Stripe. */
  declare synced_at: Date;
  declare created_at: Date;
  /** When the reconciler last asked Stripe. */
  declare asked_at: Date | null;
  /** The latest decision, possibly not carried out at Stripe yet (`decidePlan`). */
  declare intent: PlanIntent | null;
  /** When it was decided, or last tried. */
  declare intent_at: Date | null;
  /** Id of the request that changes the plan now (`withPlanLock`), until `turn_until`. */
  declare turn: string | null;
  declare turn_until: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    subscription: Table<Subscription>;
  }
}
