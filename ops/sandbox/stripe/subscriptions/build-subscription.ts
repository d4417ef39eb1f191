import type Stripe from 'stripe';
import { decimalText } from '../catalogue/prices.ts';
import { wholeList } from '../http/lists.ts';
import type { World } from '../state/world.ts';
import { periodStart } from './periods.ts';
import { blank } from '../state/blank.ts';

export interface SubscriptionPlan {
  customer: string;
  lines: { price: Stripe.Price; quantity: number }[];
  trialEnd: number | null;
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause' | null;
  metadata: Record<string, string>;
  description: string | null;
  paymentMethod: string | null;
}

/** Creates a subscription that starts now: trialing, or incomplete until its first invoice is paid. */
export function createSubscription(world: World, plan: SubscriptionPlan): Stripe.Subscription {
  const id = world.id('sub');
  const now = world.now(plan.customer);
  const pace = paceOf(plan.lines[0]?.price);
  const anchor = plan.trialEnd ?? now;
  const end = plan.trialEnd ?? periodStart(now, pace, 1);
  const items = plan.lines.map(({ price, quantity }) => buildItem(world, id, price, quantity, now, end));
  const subscription: Stripe.Subscription = {
    id,
    object: 'subscription',
    ...blank('subscription'),
    billing_cycle_anchor: anchor,
    billing_mode: { flexible: null, type: 'classic' },
    collection_method: 'charge_automatically',
    created: now,
    currency: plan.lines[0]?.price.currency ?? 'usd',
    customer: plan.customer,
    default_payment_method: plan.paymentMethod,
    description: plan.description,
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    items: wholeList(items, `/v1/subscription_items?subscription=${id}`),
    metadata: plan.metadata,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    start_date: now,
    status: plan.trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: world.testClock(plan.customer),
    trial_end: plan.trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: plan.missingPaymentMethod ?? 'create_invoice' } },
    trial_start: plan.trialEnd === null ? null : now,
  };
  world.store.put('subscriptions', subscription);
  world.remember(id, { period: 0 });
  return subscription;
}

/** Returns the billing interval of a price. @throws Error for a one-time price, which checkout refuses earlier */
export function paceOf(price: Stripe.Price | undefined): Stripe.Price.Recurring {
  if (!price?.recurring) throw new Error('a subscription needs recurring prices');
  return price.recurring;
}

export function buildItem(
  world: World,
  subscription: string,
  price: Stripe.Price,
  quantity: number,
  start: number,
  end: number,
): Stripe.SubscriptionItem {
  return {
    id: world.id('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: start,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

/** Returns the legacy plan object of a recurring price, which items still contain. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  const { interval, interval_count } = paceOf(price);
  return {
    id: price.id,
    object: 'plan',
    ...blank('plan'),
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: decimalText(price.unit_amount ?? 0),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval,
    interval_count,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    usage_type: 'licensed',
  };
}

/** Returns the start and end of the current period, in s. All items share it. */
export function currentPeriod(subscription: Stripe.Subscription): { start: number; end: number } {
  const [item] = subscription.items.data;
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
}
