import type Stripe from 'stripe';
import { decimalText } from '../catalogue/prices.ts';
import { wholeList } from '../http/lists.ts';
import { idOf, type World } from '../state/world.ts';

/** One line of an invoice to be. Cents; a credit is negative. */
export interface InvoiceLine {
  amount: number;
  description: string;
  price: Stripe.Price;
  quantity: number;
  item: string;
  period: { start: number; end: number };
  proration: boolean;
}

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

interface InvoiceOrder {
  subscription: Stripe.Subscription;
  reason: BillingReason;
  lines: readonly InvoiceLine[];
  period: { start: number; end: number };
  prorationDate?: number;
}

/** A draft, not kept anywhere: previews are the same thing. The customer's balance is taken into account, not changed. */
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
    account_country: 'US',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: wholeList(
      lines.map((line) => buildLine(world, id, subscription, line)),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata,
        subscription: subscription.id,
        ...(prorationDate === undefined ? {} : { subscription_proration_date: prorationDate }),
      },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: world.testClock(customer.id),
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
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

/** The name people see for a price. */
export function nameOf(world: World, price: Stripe.Price): string {
  return world.store.get('products', idOf(price.product) ?? '')?.name ?? price.id;
}
