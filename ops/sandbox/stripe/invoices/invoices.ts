import type Stripe from 'stripe';
import { moveBalance } from '../customers/balance-transactions.ts';
import { listRows } from '../http/lists.ts';
import { invalid } from '../http/stripe-refusal.ts';
import type { Parameters } from '../schema/validate-request.ts';
import { idOf, type World } from '../state/world.ts';
import { paymentOf } from './collect-invoice.ts';

export function subscriptionOf(invoice: Stripe.Invoice): string | null {
  const subscription = invoice.parent?.subscription_details?.subscription;
  return typeof subscription === 'string' ? subscription : (subscription?.id ?? null);
}

export function listInvoices(world: World, parameters: Parameters) {
  const { subscription } = parameters;
  return listRows(world, 'invoices', parameters, '/v1/invoices', {
    fields: ['customer', 'status'],
    names: ['subscription'],
    also: (row) => subscription === undefined || subscriptionOf(row) === subscription,
  });
}

export function listInvoicePayments(world: World, parameters: Parameters) {
  const intent = (parameters.payment as { payment_intent?: string } | undefined)?.payment_intent;
  return listRows(world, 'invoice_payments', parameters, '/v1/invoice_payments', {
    fields: ['invoice', 'status'],
    names: ['payment'],
    also: ({ payment }) => intent === undefined || payment.payment_intent === intent,
  });
}

/** `POST /v1/invoices/…/void`: for good. @throws StripeRefusal for one that is paid, void or not final, and while its payment is under way */
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

/** Nothing of it is to be paid any more; the credit it has used is there again. */
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
