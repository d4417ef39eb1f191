import type { Knex } from 'knex';
import { organisationPlanById, planById } from '#contract/billing/catalogue.ts';
import { lotOfYear } from '#domain/billing/ledger/grant.commands.ts';
import { database } from '#domain/platform/database.ts';
import { callStripe, idOf } from '#domain/vendors/stripe/stripe.client.ts';
import type { LotsOf } from '#domain/billing/ledger/order-lots.ts';
import type { Order } from './order.ts';
import { promisedTokens } from './promised-tokens.ts';
import type { PaymentRow } from './record-payment.ts';

/**
 * Returns our row of a payment that Stripe names. If only its invoice is stored, asks Stripe which invoice the payment belongs to.
 * @returns null when the payment is not ours or not stored yet
 */
export async function findPayment(intentId: string): Promise<PaymentRow | null> {
  const known = await database()('billing_payment').where({ stripe_payment_intent_id: intentId }).first();
  if (known) return known;
  const list = await callStripe('invoicePayments.list', 'list', (stripe) =>
    stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intentId }, limit: 1 }),
  );
  const invoiceId = idOf(list.data[0]?.invoice);
  if (!invoiceId) return null;
  const [row] = await database()('billing_payment')
    .where({ stripe_invoice_id: invoiceId })
    .update({ stripe_payment_intent_id: intentId })
    .returning('*');
  return row ?? null;
}

/** Returns the payment intent of a payment, on which refunds are made. Null when there is none, e.g. for an invoice paid by credit. */
export async function intentOf(payment: PaymentRow): Promise<string | null> {
  if (payment.stripe_payment_intent_id) return payment.stripe_payment_intent_id;
  const invoice = payment.stripe_invoice_id as string;
  const list = await callStripe('invoicePayments.list', 'list', (stripe) =>
    stripe.invoicePayments.list({ invoice, status: 'paid', limit: 1 }),
  );
  return idOf(list.data[0]?.payment.payment_intent);
}

/** The purchase that a payment paid for. Read it outside a transaction. */
export interface Bought {
  readonly lots: LotsOf | null;
  readonly year: { readonly orderId: string; readonly startsAt: Date } | null;
}

/** Returns the token lots that a payment paid for; for a plan, those of the paid period. Null when it paid for none. */
export async function lotsOf(payment: PaymentRow): Promise<LotsOf | null> {
  if (organisationPlanById(payment.package_id)) return (await yearOf(payment))?.lots ?? null;
  if (payment.reason === 'purchase') return payment.order_id ? { orderId: payment.order_id } : null;
  const row = await database()('subscription').where({ stripe_subscription_id: payment.stripe_subscription_id }).first('id', 'ended_at');
  // a payment made after the plan ended granted nothing
  if (!row || (row.ended_at && payment.paid_at && payment.paid_at > row.ended_at)) return null;
  const { period_start: from, period_end: to } = payment;
  return from && to ? { subscriptionId: row.id, period: { from, to } } : { subscriptionId: row.id };
}

/** Widens a selection to all lots of the purchase: a bank that disputes one month of a plan puts the whole plan in doubt. */
export const allOf = (lots: LotsOf | null): LotsOf | null =>
  lots && 'subscriptionId' in lots ? { subscriptionId: lots.subscriptionId } : lots;

/** Returns the order whose fulfilment depends on a payment; null for renewals and upgrades, which do not affect the plan's first order. */
export const orderOf = ({ order_id: orderId, reason }: PaymentRow): string | null =>
  reason === 'purchase' || reason === 'subscription_create' ? orderId : null;

const DAY_MS = 86_400_000;

/** Returns the organisation's year that a payment paid for: the latest year begun by then. Null when it paid for none. */
export async function yearOf(payment: PaymentRow): Promise<{ orderId: string; startsAt: Date; lots: LotsOf } | null> {
  const { order_id: orderId, package_id, paid_at, created_at } = payment;
  if (!orderId || !organisationPlanById(package_id)) return null;
  const years: { starts_at: Date }[] = await database()('organisation_term')
    .where({ order_id: orderId })
    .orderBy('starts_at')
    .select('starts_at');
  const latest = (paid_at ?? created_at).getTime() + DAY_MS;
  const year = years.findLast(({ starts_at }) => starts_at.getTime() <= latest) ?? years[0];
  if (!year) return null;
  const startsAt = year.starts_at;
  return { orderId, startsAt, lots: { orderId: lotOfYear({ orderId, startsAt }, year === years[0]) } };
}

/**
 * Returns what a payment is worth, in hundredths of a token. For tokens: as many as its order promised; for a plan: those of one month; for
 * an upgrade: as many as its amount would buy.
 */
export async function centitokensOf(
  store: Knex,
  { order_id: orderId, package_id: packageId, reason, amount_cents: cents }: PaymentRow,
): Promise<number> {
  const plan = planById(packageId);
  const known = plan ?? organisationPlanById(packageId);
  const order: Pick<Order, 'package_id' | 'detail'> | undefined = known
    ? undefined
    : await store('billing_order').where({ id: orderId! }).first('package_id', 'detail');
  const centitokens = 100 * (known?.tokens ?? (order ? promisedTokens(order) : 0));
  return plan && reason === 'subscription_update' ? Math.floor(centitokens * Math.min(1, cents / plan.amount_cents)) : centitokens;
}
