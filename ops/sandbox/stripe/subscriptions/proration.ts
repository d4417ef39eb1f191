import type Stripe from 'stripe';
import { read } from '../http/parameters.ts';
import { invalid } from '../http/stripe-api-error.ts';
import { nameOf } from '../invoices/build-invoice.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { InvoiceLine } from '../state/kinds.ts';
import type { World } from '../state/world.ts';
import { buildItem, currentPeriod, paceOf, planOf } from './build-subscription.ts';
import { periodStart, samePace } from './periods.ts';

/** The amounts of an item change. `restarts`: the interval changes, so a new period starts immediately and is billed in full. */
export interface ItemChange {
  items: Stripe.SubscriptionItem[];
  lines: InvoiceLine[];
  restarts: boolean;
  period: { start: number; end: number };
}

export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none';

/** Returns the items of a subscription after `items[]`. @throws StripeApiError */
export function changedItems(world: World, subscription: Stripe.Subscription, changes: readonly Parameters[]): Stripe.SubscriptionItem[] {
  const items = structuredClone(subscription.items.data);
  const { start, end } = currentPeriod(subscription);
  for (const [index, change] of changes.entries()) {
    const param = `items[${index}]`;
    for (const name of Object.keys(change)) {
      if (!['id', 'price', 'quantity', 'deleted'].includes(name))
        throw invalid(`The sandbox does not simulate ${param}[${name}].`, `${param}[${name}]`, 'sandbox_not_simulated');
    }
    const id = read<string>(change, 'id');
    const price = priceFor(world, subscription, read<string>(change, 'price'), `${param}[price]`);
    const quantity = read<number>(change, 'quantity');
    if (id === undefined) {
      if (!price) throw invalid(`Missing required param: ${param}[price].`, `${param}[price]`, 'parameter_missing');
      // Without an id Stripe adds a second item, a common mistake in upgrades; it rejects the same price twice.
      if (items.some((item) => item.price.id === price.id))
        throw invalid(`The price ${price.id} is already on this subscription.`, `${param}[price]`);
      items.push(buildItem(world, subscription.id, price, quantity ?? 1, start, end));
      continue;
    }
    const item = items.find((candidate) => candidate.id === id);
    if (!item) throw invalid(`No such subscription item: '${id}'`, `${param}[id]`, 'resource_missing');
    if (change.deleted === true) items.splice(items.indexOf(item), 1);
    if (price) Object.assign(item, { price, plan: planOf(price) });
    if (quantity !== undefined) item.quantity = quantity;
  }
  if (items.length === 0) throw invalid('A subscription must have at least one active plan. Cancel it to end it.', 'items');
  const [first] = items;
  if (items.some((item) => !samePace(item.price.recurring, first?.price.recurring ?? null))) {
    throw invalid('All prices on a subscription must have the same `recurring.interval` and `recurring.interval_count`.', 'items');
  }
  return items;
}

function priceFor(world: World, subscription: Stripe.Subscription, id: string | undefined, param: string): Stripe.Price | undefined {
  if (id === undefined) return undefined;
  const price = world.find('prices', id, param);
  if (!price.active) throw invalid('The price specified is inactive. This field only accepts active prices.', param, 'price_inactive');
  if (!price.recurring)
    throw invalid('The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.', param);
  if (price.currency !== subscription.currency) throw invalid('The price’s currency is not the subscription’s.', param);
  return price;
}

/** Returns the charges and credits of changing to `items` at a given time. */
export function prorate(
  world: World,
  subscription: Stripe.Subscription,
  items: Stripe.SubscriptionItem[],
  behavior: ProrationBehavior,
  at: number,
): ItemChange {
  const { start, end } = currentPeriod(subscription);
  const before = subscription.items.data;
  const restarts =
    subscription.status !== 'trialing' &&
    items.length > 0 &&
    !samePace(before[0]?.price.recurring ?? null, items[0]?.price.recurring ?? null);
  const period = restarts ? { start: at, end: periodStart(at, paceOf(items[0]?.price), 1) } : { start, end };
  const lines: InvoiceLine[] = [];
  const share = end > start ? (end - at) / (end - start) : 0;
  const day = new Date(at * 1000).toISOString().slice(0, 10);
  if (subscription.status !== 'trialing') {
    for (const old of behavior === 'none' ? [] : before) {
      const next = items.find((item) => item.id === old.id);
      if (!restarts && next?.price.id === old.price.id && next.quantity === old.quantity) continue;
      lines.push(lineFor(world, old, -Math.round(amountOf(old) * share), 'Unused time on', day, { start: at, end }));
    }
    for (const next of items) {
      const old = before.find((item) => item.id === next.id);
      if (restarts) lines.push(wholeLine(world, next, period));
      else if (behavior !== 'none' && (old?.price.id !== next.price.id || old.quantity !== next.quantity)) {
        lines.push(lineFor(world, next, Math.round(amountOf(next) * share), 'Remaining time on', day, { start: at, end }));
      }
    }
  }
  for (const item of items) Object.assign(item, { current_period_start: period.start, current_period_end: period.end });
  return { items, lines, restarts, period };
}

const amountOf = (item: Stripe.SubscriptionItem): number => (item.price.unit_amount ?? 0) * (item.quantity ?? 1);

function lineFor(
  world: World,
  item: Stripe.SubscriptionItem,
  amount: number,
  what: string,
  day: string,
  period: InvoiceLine['period'],
): InvoiceLine {
  const name = nameOf(world, item.price);
  return {
    amount,
    description: `${what} ${name} after ${day}`,
    price: item.price,
    quantity: item.quantity ?? 1,
    item: item.id,
    period,
    proration: true,
  };
}

/** Returns one full period of an item: '1 × Basic (per month)'. */
export function wholeLine(world: World, item: Stripe.SubscriptionItem, period: InvoiceLine['period']): InvoiceLine {
  const { interval, interval_count: count } = paceOf(item.price);
  const pace = count === 1 ? interval : `${count} ${interval}s`;
  return {
    amount: amountOf(item),
    description: `${item.quantity ?? 1} × ${nameOf(world, item.price)} (per ${pace})`,
    price: item.price,
    quantity: item.quantity ?? 1,
    item: item.id,
    period,
    proration: false,
  };
}

/** Returns the lines of the current period, in full. */
export function periodLines(world: World, subscription: Stripe.Subscription): InvoiceLine[] {
  return subscription.items.data.map((item) => wholeLine(world, item, { start: item.current_period_start, end: item.current_period_end }));
}
