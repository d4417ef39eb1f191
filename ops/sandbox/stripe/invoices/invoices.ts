import type Stripe from 'stripe';
import { pageOf } from '../http/lists.ts';
import { only } from '../http/parameters.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { World } from '../state/world.ts';

export function subscriptionOf(invoice: Stripe.Invoice): string | null {
  const subscription = invoice.parent?.subscription_details?.subscription;
  return typeof subscription === 'string' ? subscription : (subscription?.id ?? null);
}

export function retrieveInvoice(world: World, id: string): Stripe.Invoice {
  return world.find('invoices', id);
}

export function listInvoices(world: World, parameters: Parameters) {
  only(parameters, ['customer', 'subscription', 'status', 'limit', 'starting_after', 'ending_before', 'created']);
  const { customer, subscription, status } = parameters;
  const rows = world.store
    .list('invoices')
    .filter(
      (row) =>
        (customer === undefined || row.customer === customer) &&
        (subscription === undefined || subscriptionOf(row) === subscription) &&
        (status === undefined || row.status === status),
    );
  return pageOf(rows, parameters, '/v1/invoices');
}

export function retrieveInvoicePayment(world: World, id: string): Stripe.InvoicePayment {
  return world.find('invoice_payments', id);
}

export function listInvoicePayments(world: World, parameters: Parameters) {
  only(parameters, ['invoice', 'status', 'payment', 'limit', 'starting_after', 'ending_before']);
  const { invoice, status } = parameters;
  const intent = (parameters.payment as { payment_intent?: string } | undefined)?.payment_intent;
  const rows = world.store
    .list('invoice_payments')
    .filter(
      (row) =>
        (invoice === undefined || row.invoice === invoice) &&
        (status === undefined || row.status === status) &&
        (intent === undefined || row.payment.payment_intent === intent),
    );
  return pageOf(rows, parameters, '/v1/invoice_payments');
}
