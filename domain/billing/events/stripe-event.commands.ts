import type { Knex } from 'knex';
import { fetchChargedPackage } from '#domain/billing/catalogue/charged-package.ts';
import { clearPriceCache, comparePrices } from '#domain/billing/catalogue/price.commands.ts';
import { settleSession } from '#domain/billing/checkout/order.commands.ts';
import { lockBilling, type SyncResult } from '#domain/billing/checkout/order.ts';
import { recordInvoice } from '#domain/billing/checkout/record-payment.ts';
import { syncDispute } from '#domain/billing/disputes/sync-dispute.command.ts';
import { syncTransfer } from '#domain/billing/payouts/pay-creators.command.ts';
import { syncPayoutAccount } from '#domain/billing/payouts/sync-payout-account.command.ts';
import { syncRefunds, executeRefund } from '#domain/billing/refunds/refund.commands.ts';
import { addRefundAfterEnd, voidInvoice } from '#domain/billing/subscriptions/ended-plan.ts';
import { fetchInvoice } from '#domain/billing/subscriptions/fetch-subscription.ts';
import { syncSubscription } from '#domain/billing/subscriptions/sync-subscription.command.ts';
import { warnOfTrialEnd } from '#domain/billing/trials/trial.commands.ts';
import { transact, database } from '#domain/platform/database.ts';
import { announceJob, announcing } from '#domain/platform/periodic/announcement.commands.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { handleDueRows, type FailedTry } from '#domain/platform/rows/handle-due-rows.ts';
import type { Busy } from '#domain/platform/rows/row-turns.ts';
import { expression, preparedRowsOf, sql } from '#domain/platform/sql.ts';
import { readEvent } from '#domain/vendors/stripe/read-event.ts';
import { isStripeFailure, withoutSecrets } from '#domain/vendors/stripe/stripe-failure.ts';
import { raiseAlarmAlone, raiseAlarm } from '#domain/billing/alarms/alarm.commands.ts';
import { callStripe, idOf } from '#domain/vendors/stripe/stripe.client.ts';

/**
 * Stores a signed event in the inbox, from which a worker handles it at once (`processEvents`). A duplicate changes nothing. An event whose
 * object has no id is accepted and ignored: if rejected, Stripe would resend it for days and then disable the webhook.
 * @throws ProductError payments.webhook_invalid, payments.not_configured; nothing is stored then
 */
export async function receiveEvent(raw: Buffer, signature: string): Promise<void> {
  const event = readEvent(raw, signature);
  if (event.isOfOtherMode) {
    // Stripe keeps sending events of the wrong mode here: log one line a day
    const day = new Date().toISOString().slice(0, 10);
    await raiseAlarmAlone({ kind: 'event.other_mode', occasion: day, subject: `event:${event.id}`, detail: { type: event.type } });
    throw new ProductError('payments.webhook_invalid', 'This event belongs to the other Stripe mode (live or test).');
  }
  const { objectId } = event;
  if (objectId === null && isFollowed(event.type)) throw new ProductError('payments.webhook_invalid');
  await transact(async (trx) => {
    const added = await trx('stripe_event')
      .insert({
        event_id: event.id,
        type: event.type,
        object_id: objectId ?? '',
        state: objectId === null ? 'ignored' : 'pending',
        api_version: event.apiVersion,
        created: event.createdAt,
      })
      .onConflict('event_id')
      .ignore()
      .returning('event_id');
    if (added.length > 0) await announceJob(trx, 'stripe-events');
  });
}

/** Longer than handling an event takes; after a crash, another worker takes over. */
const LEASE_S = 60;
const WITHIN_MS = 55_000;
export const MOST_ATTEMPTS = 18;
/** Pauses of 2 s, 6 s, 18 s … at most an hour: about twelve hours in all. */
const RETRIES = { most: MOST_ATTEMPTS, firstPauseS: 2, longestPauseS: 3_600 };
/** Concurrent events per process. */
const AT_ONCE = 3;
/** Events per call, so that a stopping worker finishes soon. */
const MOST_IN_A_ROW = 100;

type Claimed = InboxEvent & { readonly attempts: number };

/**
 * Handles the due events of the inbox. Safe to call from any number of workers: each event is claimed by one. A failed event is retried
 * with growing pauses; after the last try it is dead and raises an alarm, unless Stripe was unavailable.
 * @returns number of events handled
 */
export const processEvents = (): Promise<number> =>
  handleDueRows({
    what: 'stripe event',
    announce: announcing('stripe-events'),
    claim: claimEvent,
    // events of one object are handled one after the other
    turnOf: ({ object_id: account }) => ({ account }),
    handle: processOne,
    storeFailure,
    judge: (error) => (isStripeFailure(error, 'unavailable') ? 'not_counted' : 'again'),
    reasonOf,
    identify: ({ event_id, type }) => ({ event_id, type }),
    retries: RETRIES,
    withinMs: WITHIN_MS,
    atOnce: AT_ONCE,
    most: MOST_IN_A_ROW,
  });

async function claimEvent(busy: Busy): Promise<Claimed | undefined> {
  const [event] = await preparedRowsOf<Claimed>(
    database(),
    sql`update stripe_event set attempts = attempts + 1, next_at = now() + ${LEASE_S} * interval '1 second'
      where event_id = (select event_id from stripe_event where state = 'pending' and next_at <= now() and object_id <> all(${busy.accounts}::text[])
                         order by next_at, created, event_id limit 1 for update skip locked)
      returning event_id, type, object_id, attempts`,
  );
  return event;
}

async function processOne(event: Claimed): Promise<void> {
  const how = await handleEvent(event);
  if (how === 'waiting') throw new Error('the object this event belongs to is not stored yet');
  await database()('stripe_event').where({ event_id: event.event_id }).update({ state: how, last_error: null });
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return withoutSecrets(cause instanceof Error ? cause.message : String(cause));
}

async function storeFailure({ event_id: id, type, object_id: object, attempts: held }: Claimed, failure: FailedTry): Promise<void> {
  const { reason, pauseS, attempts } = failure;
  // raise the alarm first: after a crash in between, the retry raises the same alarm again
  if (pauseS === null)
    await raiseAlarm(database(), {
      kind: 'event.dead',
      occasion: await occasionOf(id),
      subject: `event:${id}`,
      detail: { type, object: withoutSecrets(object), reason },
    });
  await database()('stripe_event')
    .where({ event_id: id, attempts: held, state: 'pending' })
    .update({
      last_error: reason,
      attempts,
      ...(pauseS === null ? { state: 'dead' } : { next_at: expression(database(), sql`now() + ${pauseS} * interval '1 second'`) }),
    });
}

/** Returns the alarm's occasion: an event that an operator retried and that failed for good again is another occasion. */
async function occasionOf(eventId: string): Promise<string> {
  const retried = await database()('billing_alarm').where({ kind: 'event.dead', subject: `event:${eventId}`, act: 'retry' });
  return retried.length === 0 ? eventId : `${eventId}:${retried.length + 1}`;
}

/** Queues a dead event for another try, in the transaction of the operator's action. */
export async function retryEvent(trx: Knex.Transaction, eventId: string): Promise<void> {
  await trx('stripe_event').where({ event_id: eventId, state: 'dead' }).update({ state: 'pending', attempts: 0, next_at: trx.fn.now() });
  await announceJob(trx, 'stripe-events');
}

/** Event types that we handle; a webhook at Stripe must send these. Others are accepted and ignored. */
export const FOLLOWED_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.trial_will_end',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'subscription_schedule.updated',
  'subscription_schedule.released',
  'subscription_schedule.canceled',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'account.updated',
  'transfer.reversed',
  'price.updated',
  'price.deleted',
  'product.updated',
  'product.deleted',
] as const;

const isFollowed = (type: string): boolean => FOLLOWED_EVENTS.some((followed) => followed === type);

interface InboxEvent {
  readonly event_id: string;
  readonly type: string;
  readonly object_id: string;
}

/** `done`: its effects are stored; `ignored`: it does not concern us; `waiting`: the object it refers to does not exist yet. */
type Handled = 'done' | 'ignored' | 'waiting';

const handled = { written: 'done', foreign: 'ignored', waiting: 'waiting' } as const;

/**
 * Handles an event. It is only a hint: just its type and the id of its object are used. The object is fetched again, so late, duplicate and
 * unordered events all lead to the same state.
 * @throws StripeFailure
 */
async function handleEvent({ type, object_id: id }: InboxEvent): Promise<Handled> {
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

/** Reacts to a price change at Stripe: raises an alarm when a price differs from the catalogue; the next checkout compares again. */
async function followPrices(): Promise<Handled> {
  clearPriceCache();
  await comparePrices();
  return 'done';
}

/**
 * Stores an invoice of a plan and the plan itself: a payment may have begun a period, a missing payment may have ended the plan. For an
 * ended plan, open invoices are voided and payments in vain refunded.
 * @throws StripeFailure
 */
async function syncInvoice(invoiceId: string): Promise<SyncResult> {
  const found = await fetchInvoice(invoiceId);
  const subscriptionId = idOf(found.parent?.subscription_details?.subscription);
  if (!subscriptionId) return 'foreign';
  const synced = await syncSubscription(subscriptionId);
  if (synced !== 'written') return synced;
  const row = await database()('subscription')
    .where({ stripe_subscription_id: subscriptionId })
    .first('account_id', 'order_id', 'package_id', 'status');
  const charged = await fetchChargedPackage(found);
  const invoice = row!.status === 'canceled' ? await voidInvoice(found) : found;
  const inVain = await transact(async (trx) => {
    await lockBilling(trx, row!.account_id);
    await recordInvoice(trx, {
      accountId: row!.account_id,
      orderId: row!.order_id,
      packageId: row!.package_id,
      charged,
      subscriptionId,
      invoice,
    });
    return addRefundAfterEnd(trx, invoiceId);
  });
  if (inVain) await executeRefund(inVain);
  return 'written';
}
