import { callStripe, idOf } from '#domain/vendors/stripe/stripe.client.ts';
import { comparePrices } from '#domain/billing/catalogue/compare-prices.command.ts';
import { clearPriceCache } from '#domain/billing/catalogue/ensure-all-prices.command.ts';
import { settleSession } from '#domain/billing/checkout/settle-order.command.ts';
import { syncDispute } from '#domain/billing/disputes/sync-dispute.command.ts';
import { syncInvoice } from '#domain/billing/invoices/sync-invoice.command.ts';
import { syncTransfer } from '#domain/billing/payouts/pay-creators.command.ts';
import { syncPayoutAccount } from '#domain/billing/payouts/sync-payout-account.command.ts';
import { syncRefunds } from '#domain/billing/refunds/sync-refunds.command.ts';
import { syncSubscription } from '#domain/billing/subscriptions/sync-subscription.command.ts';
import { warnOfTrialEnd } from '#domain/billing/trials/warn-of-trial-end.command.ts';

export interface InboxEvent {
  readonly event_id: string;
  readonly type: string;
  readonly object_id: string;
}

/** `done`: its effects are stored; `ignored`: it does not concern us; `waiting`: the object it refers to does not exist yet. */
export type Handled = 'done' | 'ignored' | 'waiting';

const handled = { written: 'done', foreign: 'ignored', waiting: 'waiting' } as const;

/**
 * Handles an event. It is only a hint: of its content, only the type and the id of its object are used. The object is fetched again, so
 * late, duplicate and unordered events all lead to the same state.
 * @throws StripeFailure
 */
export async function handleEvent({ type, object_id: id }: InboxEvent): Promise<Handled> {
  if (type.startsWith('checkout.session.')) {
    const saidToHaveFailed = type === 'checkout.session.async_payment_failed';
    return (await settleSession(id, { saidToHaveFailed })) ? 'done' : 'ignored';
  }
  if (type.startsWith('customer.subscription.')) {
    const synced = await syncSubscription(id);
    if (type === 'customer.subscription.trial_will_end' && synced === 'written') await warnOfTrialEnd({ stripe: id });
    return handled[synced];
  }
  if (type.startsWith('subscription_schedule.')) return followSchedule(id);
  if (type.startsWith('invoice.') && id.startsWith('in_')) return handled[await syncInvoice(id)];
  if (type.startsWith('charge.dispute.')) return handled[await syncDispute(id)];
  if (type.startsWith('refund.')) return followRefund(id);
  if (type === 'account.updated') return (await syncPayoutAccount({ stripe: id })) ? 'done' : 'ignored';
  if (type === 'transfer.reversed') return (await syncTransfer(id)) ? 'done' : 'ignored';
  if (type === 'charge.refunded') return followCharge(id);
  if (/^(price|product)\.(updated|deleted)$/.test(type)) return followPrices();
  return 'ignored';
}

async function followSchedule(id: string): Promise<Handled> {
  const schedule = await callStripe('subscriptionSchedules.retrieve', 'subscription_schedule', (stripe) =>
    stripe.subscriptionSchedules.retrieve(id),
  );
  const subscription = idOf(schedule.subscription) ?? idOf(schedule.released_subscription);
  return subscription ? handled[await syncSubscription(subscription)] : 'ignored';
}

async function followRefund(id: string): Promise<Handled> {
  const refund = await callStripe('refunds.retrieve', 'refund', (stripe) => stripe.refunds.retrieve(id));
  const intent = idOf(refund.payment_intent);
  return intent ? handled[await syncRefunds(intent)] : 'ignored';
}

async function followCharge(id: string): Promise<Handled> {
  const charge = await callStripe('charges.retrieve', 'charge', (stripe) => stripe.charges.retrieve(id));
  const intent = idOf(charge.payment_intent);
  return intent ? handled[await syncRefunds(intent)] : 'ignored';
}

/** Prices changed at Stripe: raises an alarm when they differ from the catalogue; the next checkout compares again. */
async function followPrices(): Promise<Handled> {
  clearPriceCache();
  await comparePrices();
  return 'done';
}
