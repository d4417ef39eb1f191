import { database, transact } from '#domain/platform/database.ts';
import { callStripe } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { fetchSubscription } from './fetch-subscription.ts';
import { hasEnded } from '#domain/billing/checkout/judge-session.ts';
import { lockBilling, databaseNow } from '#domain/billing/checkout/order.ts';
import { writeSubscription } from './write-subscription.ts';

/**
 * Cancels a subscription at Stripe at once, without further charge or credit, and stores its end. An ended subscription stays ended.
 * @throws StripeFailure
 */
export async function cancelAtStripe(subscriptionId: string): Promise<void> {
  try {
    await callStripe('subscriptions.cancel', 'subscription', (stripe) => stripe.subscriptions.cancel(subscriptionId, { prorate: false }));
  } catch (error) {
    if (isStripeFailure(error, 'unavailable')) throw error;
    // Stripe answers that an ended subscription does not exist
    const found = await fetchSubscription(subscriptionId).catch((reason: unknown) => {
      if (isStripeFailure(reason, 'missing')) return null;
      throw reason;
    });
    if (!found) return forget(subscriptionId);
    if (!hasEnded(found)) throw error;
  }
  const row = await database()('subscription').where({ stripe_subscription_id: subscriptionId }).first('account_id');
  if (!row) return;
  const stamp = await databaseNow(database());
  const subscription = await fetchSubscription(subscriptionId);
  await transact(async (trx) => {
    await lockBilling(trx, row.account_id);
    await writeSubscription(trx, { accountId: row.account_id, subscription, stamp });
  });
}

/** Marks a subscription that Stripe does not know as ended, because Stripe charges nothing for it. */
async function forget(subscriptionId: string): Promise<void> {
  const ended_at = database().fn.now();
  await database()('subscription')
    .where({ stripe_subscription_id: subscriptionId })
    .whereNot('status', 'canceled')
    .update({ status: 'canceled', ended_at });
}
