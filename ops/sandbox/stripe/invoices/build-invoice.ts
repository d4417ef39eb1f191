import type Stripe from 'stripe';
import { decimalText } from '../catalogue/prices.ts';
import { wholeList } from '../http/lists.ts';
import type { InvoiceLine } from '../state/kinds.ts';
import { idOf, type World } from '../state/world.ts';
import { blank } from '../state/blank.ts';

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

interface InvoiceOrder {
  subscription: Stripe.Subscription;
  reason: BillingReason;
  lines: readonly InvoiceLine[];
  period: { start: number; end: number };
  prorationDate?: number;
}

/** Builds a draft without storing it, also for previews. The customer's balance is applied, but not changed. */
export function buildInvoice(
  world: World,
  id: string,
  { subscription, reason, lines, period, prorationDate }: InvoiceOrder,
): Stripe.Invoice {
  const customer = world.store.must('customers', idOf(subscription.customer) ?? '');
  const now = world.now(customer.id);
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const balance = customer.balance;
  const due = Math.max(0, total + balance);
  const metadata = { ...subscription.metadata };
  return {
    id,
    object: 'invoice',
    ...blank('invoice'),
    account_country: 'US',
    account_name: 'Sandbox',
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    attempt_count: 0,
    auto_advance: true,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: 'none',
    issuer: { type: 'self' },
    lines: wholeList(
      lines.map((line) => buildLine(world, id, subscription, line)),
      `/v1/invoices/${id}/lines`,
    ),
    parent: {
      quote_details: null,
      subscription_details: {
        metadata,
        subscription: subscription.id,
        ...(prorationDate === undefined ? {} : { subscription_proration_date: prorationDate }),
      },
      type: 'subscription_details',
    },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: balance,
    status: 'draft',
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: world.testClock(customer.id),
    total,
    total_excluding_tax: total,
  };
}

function buildLine(world: World, invoice: string, subscription: Stripe.Subscription, line: InvoiceLine): Stripe.InvoiceLineItem {
  return {
    id: world.id('il'),
    object: 'line_item',
    amount: line.amount,
    currency: subscription.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: { ...subscription.metadata },
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: line.proration ? world.id('ii') : null,
        proration: line.proration,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: line.item,
      },
      type: 'subscription_item_details',
    },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price.id, product: idOf(line.price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: decimalText(line.price.unit_amount ?? 0),
    },
    quantity: line.quantity,
    quantity_decimal: decimalText(line.quantity),
    subscription: subscription.id,
    subtotal: line.amount,
    taxes: [],
  };
}

/** Returns the display name of a price. */
export function nameOf(world: World, price: Stripe.Price): string {
  return world.store.get('products', idOf(price.product) ?? '')?.name ?? price.id;
}
