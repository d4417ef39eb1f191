import type Stripe from 'stripe';
import { moveBalance } from '../customers/balance-transactions.ts';
import { invalid } from '../http/stripe-api-error.ts';
import { attemptPayment, type PaymentResult, type Presence } from '../payments/pay.ts';
import { createIntent } from '../payments/payment-intents.ts';
import { idOf, type World } from '../state/world.ts';
import { buildInvoice } from './build-invoice.ts';

/** Issues a final, open invoice with its number. The customer's balance is applied, or credited. */
export function issueInvoice(world: World, order: Parameters<typeof buildInvoice>[2]): Stripe.Invoice {
  const invoice = draftInvoice(world, order, null);
  finalizeInvoice(world, invoice);
  return invoice;
}

/** Creates a draft invoice. `finalAt`: when it becomes final automatically, in s. */
export function draftInvoice(world: World, order: Parameters<typeof buildInvoice>[2], finalAt: number | null): Stripe.Invoice {
  const invoice = buildInvoice(world, world.id('in'), order);
  invoice.automatically_finalizes_at = finalAt;
  world.store.put('invoices', invoice);
  order.subscription.latest_invoice = invoice.id;
  world.store.put('subscriptions', order.subscription);
  world.emit('invoice.created', invoice);
  return invoice;
}

export function finalizeInvoice(world: World, invoice: Stripe.Invoice): void {
  const customer = world.store.must('customers', idOf(invoice.customer) ?? '');
  const sequence = customer.next_invoice_sequence ?? 1;
  const now = world.now(customer.id);
  world.update('invoices', invoice, 'invoice.finalized', () => {
    Object.assign(invoice, { status: 'open', effective_at: now, automatically_finalizes_at: null });
    Object.assign(invoice, {
      number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
      hosted_invoice_url: `${world.origin()}/i/${invoice.id}`,
      ending_balance: Math.min(0, invoice.total + invoice.starting_balance),
    });
    invoice.status_transitions.finalized_at = now;
  });
  customer.next_invoice_sequence = sequence + 1;
  world.store.put('customers', customer);
  const moved = (invoice.ending_balance ?? 0) - customer.balance;
  if (moved !== 0)
    moveBalance(world, customer, { type: 'applied_to_invoice', amount: moved, currency: invoice.currency, invoice: invoice.id });
}

/** Returns the payment method of a subscription: its own, or the customer's. */
export function methodFor(world: World, subscription: Stripe.Subscription): string | null {
  const customer = world.store.get('customers', idOf(subscription.customer) ?? '');
  return idOf(subscription.default_payment_method) ?? idOf(customer?.invoice_settings.default_payment_method) ?? null;
}

/** Tries to collect an open invoice. If nothing is due, it is paid immediately; without a payment method, declined. */
export function collectInvoice(world: World, invoice: Stripe.Invoice, method: string | null, presence: Presence): PaymentResult {
  if (invoice.amount_due === 0) {
    markPaid(world, invoice);
    return 'succeeded';
  }
  invoice.attempted = true;
  invoice.attempt_count += 1;
  const intent = intentOf(world, invoice);
  const { result } = method === null ? { result: 'declined' as const } : attemptPayment(world, intent, method, presence);
  world.store.put('invoices', invoice);
  if (result === 'succeeded') markPaid(world, invoice);
  else if (result !== 'processing') {
    if (result === 'requires_action') world.emit('invoice.payment_action_required', invoice);
    world.emit('invoice.payment_failed', invoice);
  }
  return result;
}

/** Returns the payment intent of an invoice, created on the first attempt. */
export function intentOf(world: World, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const payment = paymentOf(world, invoice.id);
  if (payment) return world.store.must('payment_intents', idOf(payment.payment.payment_intent) ?? '');
  const intent = createIntent(world, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    metadata: {},
    receiptEmail: null,
    methodTypes: ['card', 'us_bank_account'],
  });
  world.store.put('invoice_payments', {
    id: world.id('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: intent.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  return intent;
}

export function paymentOf(world: World, invoice: string): Stripe.InvoicePayment | undefined {
  return world.store.list('invoice_payments').find((payment) => payment.invoice === invoice);
}

/** Marks an invoice as paid. The caller updates its subscription. */
export function markPaid(world: World, invoice: Stripe.Invoice): void {
  const now = world.now(invoice.customer);
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
  });
  invoice.status_transitions.paid_at = now;
  world.store.put('invoices', invoice);
  const payment = paymentOf(world, invoice.id);
  if (payment) {
    Object.assign(payment, { status: 'paid', amount_paid: payment.amount_requested });
    payment.status_transitions.paid_at = now;
    world.store.put('invoice_payments', payment);
  }
  world.emit('invoice.paid', invoice);
  world.emit('invoice.payment_succeeded', invoice);
  if (payment) world.emit('invoice_payment.paid', payment);
}

/**
 * `POST /v1/invoices/…/void`: permanent.
 * @throws StripeApiError for an invoice that is paid, void or not final, and while its payment is pending
 */
export function voidInvoice(world: World, id: string): Stripe.Invoice {
  const invoice = world.find('invoices', id);
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw invalid(`You can only pass in open or uncollectible invoices. This invoice is ${invoice.status}.`);
  }
  const intent = world.store.get('payment_intents', idOf(paymentOf(world, id)?.payment.payment_intent) ?? '');
  if (intent?.status === 'processing') throw invalid('This invoice cannot be voided while a payment of it is processing.');
  if (intent) world.update('payment_intents', intent, 'payment_intent.canceled', () => (intent.status = 'canceled'));
  makeVoid(world, invoice);
  return invoice;
}

/** Voids an invoice; the applied credit is restored. */
export function makeVoid(world: World, invoice: Stripe.Invoice): void {
  world.update('invoices', invoice, 'invoice.voided', () => {
    invoice.status = 'void';
    invoice.next_payment_attempt = null;
    invoice.status_transitions.voided_at = world.now(invoice.customer);
  });
  const used = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  const customer = world.store.get('customers', idOf(invoice.customer) ?? '');
  if (customer && used !== 0)
    moveBalance(world, customer, { type: 'unapplied_from_invoice', amount: -used, currency: invoice.currency, invoice: invoice.id });
}
