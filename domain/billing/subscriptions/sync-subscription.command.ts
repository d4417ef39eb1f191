import { database, transact } from '#domain/platform/database.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { callStripe, idOf, type StripeSubscription } from '#domain/vendors/stripe/stripe.client.ts';
import { fetchAsksToConfirm, fetchSubscription } from './fetch-subscription.ts';
import { lockBilling, databaseNow, type SyncResult } from '#domain/billing/checkout/order.ts';
import { raiseAlarm } from '#domain/billing/alarms/alarm.commands.ts';
import { settleOrder, settleSession } from '#domain/billing/checkout/order.commands.ts';
import { writeSubscription } from './write-subscription.ts';

/**
 * Fetches and stores a subscription. If the webhook arrived before the order was fulfilled, the order is settled first, which stores the
 * subscription too.
 * @throws StripeFailure
 */
export async function syncSubscription(subscriptionId: string): Promise<SyncResult> {
  const stamp = await databaseNow(database());
  const subscription = await fetchSubscription(subscriptionId);
  const row = await database()('subscription').where({ stripe_subscription_id: subscriptionId }).first('account_id');
  if (!row) return settleFor(subscription);
  const toConfirm = subscription.status === 'past_due' && (await fetchAsksToConfirm(subscription.latest_invoice));
  await transact(async (trx) => {
    await lockBilling(trx, row.account_id);
    await writeSubscription(trx, { accountId: row.account_id, subscription, stamp, toConfirm });
  });
  return 'written';
}

async function settleFor(subscription: StripeSubscription): Promise<SyncResult> {
  const orderId = subscription.metadata?.order_id;
  if (!orderId) return strange(subscription);
  if (!isUuid(orderId)) return 'waiting';
  const ofOrder = () => database()('billing_order').where({ id: orderId }).first('id', 'status');
  const order = await ofOrder();
  if (!order) return 'waiting';
  const sessions = await callStripe('checkout.sessions.list', 'list', (stripe) =>
    stripe.checkout.sessions.list({ subscription: subscription.id, limit: 1 }),
  );
  const [session] = sessions.data;
  if (session) await settleSession(session.id);
  else await settleOrder(order.id);
  const row = await database()('subscription').where({ stripe_subscription_id: subscription.id }).first('id');
  if (row) return 'written';
  // unpaid, or waiting for an operator: events of the session report what happens next
  return (await ofOrder())!.status === 'open' ? 'waiting' : 'foreign';
}

/** Handles a subscription that is not ours. Raises an alarm when it charges one of our customers, because we grant nothing for it. */
async function strange({ id, customer, status }: StripeSubscription): Promise<'foreign'> {
  const whose = await database()('billing_customer')
    .where({ stripe_customer_id: idOf(customer)! })
    .first('account_id');
  if (whose && status !== 'canceled') {
    const about = { subject: `subscription:${id}`, accountId: whose.account_id, detail: { status } };
    await raiseAlarm(database(), { ...about, kind: 'subscription.unknown', occasion: id });
  }
  return 'foreign';
}
