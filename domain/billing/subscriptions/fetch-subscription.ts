import { callStripe, idOf, type StripeInvoice, type StripeSubscription } from '#domain/vendors/stripe/stripe.client.ts';

/** What we look at beside the subscription itself: whether its last invoice is paid, by which payment, and what is planned. */
export const SUBSCRIPTION_PARTS = ['latest_invoice.payments', 'schedule'] as const;

/** A subscription as it is now. @throws StripeFailure, of kind `missing` when Stripe does not know it */
export function fetchSubscription(id: string): Promise<StripeSubscription> {
  return callStripe('subscriptions.retrieve', 'subscription', (stripe) =>
    stripe.subscriptions.retrieve(id, { expand: [...SUBSCRIPTION_PARTS] }),
  );
}

/** An invoice as it is now, with its payments. @throws StripeFailure */
export function fetchInvoice(id: string): Promise<StripeInvoice> {
  return callStripe('invoices.retrieve', 'invoice', (stripe) => stripe.invoices.retrieve(id, { expand: ['payments'] }));
}

/** While a page waits for the answer: one short try. */
const IN_A_HURRY = { timeout: 3_000, maxNetworkRetries: 0 };

/** Whether there is something to charge a subscription to: its own way to pay, or its customer's. @throws StripeFailure */
export async function fetchHasCard(id: string): Promise<boolean> {
  const { customer, ...subscription } = await callStripe('subscriptions.retrieve', 'subscription', (stripe) =>
    stripe.subscriptions.retrieve(id, { expand: ['customer'] }, IN_A_HURRY),
  );
  if (subscription.default_payment_method ?? subscription.default_source) return true;
  if (typeof customer === 'string' || customer.deleted) return false;
  return (customer.invoice_settings.default_payment_method ?? customer.default_source) !== null;
}

/**
 * Whether the bank waits for the owner of an open invoice to confirm its payment, at the invoice's page. False for one that was not fetched.
 * @throws StripeFailure
 */
export async function fetchAsksToConfirm(invoice: StripeInvoice | string | null): Promise<boolean> {
  if (!invoice || typeof invoice === 'string' || invoice.status !== 'open') return false;
  const id = idOf(invoice.payments?.data[0]?.payment.payment_intent);
  if (!id) return false;
  const intent = await callStripe('paymentIntents.retrieve', 'payment_intent', (stripe) => stripe.paymentIntents.retrieve(id));
  return intent.status === 'requires_action' || intent.last_payment_error?.code === 'authentication_required';
}
