import { callStripe, idOf, type StripeInvoice, type StripeSubscription } from '#domain/vendors/stripe/stripe.client.ts';

/** Parts of a subscription that are expanded: state and payment of its last invoice, and its scheduled changes. */
export const SUBSCRIPTION_PARTS = ['latest_invoice.payments', 'schedule'] as const;

/** Fetches a subscription. @throws StripeFailure, of kind `missing` when Stripe does not know the subscription */
export function fetchSubscription(id: string): Promise<StripeSubscription> {
  return callStripe('subscriptions.retrieve', 'subscription', (stripe) =>
    stripe.subscriptions.retrieve(id, { expand: [...SUBSCRIPTION_PARTS] }),
  );
}

/** Fetches an invoice with its payments. @throws StripeFailure */
export function fetchInvoice(id: string): Promise<StripeInvoice> {
  return callStripe('invoices.retrieve', 'invoice', (stripe) => stripe.invoices.retrieve(id, { expand: ['payments'] }));
}

/** For a page that waits for the answer: one short try. */
const IN_A_HURRY = { timeout: 3_000, maxNetworkRetries: 0 };

/** Tells whether a subscription has a payment method: its own, or its customer's. @throws StripeFailure */
export async function fetchHasCard(id: string): Promise<boolean> {
  const { customer, ...subscription } = await callStripe('subscriptions.retrieve', 'subscription', (stripe) =>
    stripe.subscriptions.retrieve(id, { expand: ['customer'] }, IN_A_HURRY),
  );
  if (subscription.default_payment_method ?? subscription.default_source) return true;
  if (typeof customer === 'string' || customer.deleted) return false;
  return (customer.invoice_settings.default_payment_method ?? customer.default_source) !== null;
}

/**
 * Tells whether the owner must confirm an open invoice with their bank, on the invoice's page. False when the invoice was not expanded.
 * @throws StripeFailure
 */
export async function fetchAsksToConfirm(invoice: StripeInvoice | string | null): Promise<boolean> {
  if (!invoice || typeof invoice === 'string' || invoice.status !== 'open') return false;
  const id = idOf(invoice.payments?.data[0]?.payment.payment_intent);
  if (!id) return false;
  const intent = await callStripe('paymentIntents.retrieve', 'payment_intent', (stripe) => stripe.paymentIntents.retrieve(id));
  return intent.status === 'requires_action' || intent.last_payment_error?.code === 'authentication_required';
}
