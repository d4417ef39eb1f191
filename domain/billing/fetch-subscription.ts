import { callStripe, type StripeSubscription } from '#domain/vendors/stripe/stripe.client.ts';

/** What we look at beside the subscription itself: whether its last invoice is paid, by which payment, and what is planned. */
export const SUBSCRIPTION_PARTS = ['latest_invoice.payments', 'schedule'] as const;

/** A subscription as it is now. @throws StripeFailure, of kind `missing` when Stripe does not know it */
export function fetchSubscription(id: string): Promise<StripeSubscription> {
  return callStripe('subscriptions.retrieve', 'subscription', (stripe) =>
    stripe.subscriptions.retrieve(id, { expand: [...SUBSCRIPTION_PARTS] }),
  );
}
