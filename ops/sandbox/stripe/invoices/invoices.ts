import type Stripe from 'stripe';
import { listRows } from '../http/lists.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { World } from '../state/world.ts';

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
