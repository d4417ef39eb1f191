import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { callStripe, type StripeInvoice } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { fetchInvoice } from './fetch-subscription.ts';

/** SQL condition: a payment `p` of an ended plan `s` is not refunded, and no refund is under way. */
const NOT_REFUNDED = sql`p.status = 'paid' and p.amount_cents > 0 and p.refunded_cents = 0 and not p.disputed
  and not exists (select from refund r where r.payment_id = p.id)`;

/**
 * SQL condition: such a payment is in vain, because it was paid after the plan ended, or for an upgrade that we learned of after the plan's
 * refund had been requested.
 */
const IN_VAIN = sql`(p.paid_at > s.ended_at or p.reason = 'subscription_update' and (p.paid_at = s.ended_at or exists (
  select from refund r join billing_payment plan on plan.id = r.payment_id
   where plan.stripe_subscription_id = p.stripe_subscription_id and r.requested_by = 'self' and r.status <> 'failed' and r.created_at < p.created_at)))`;

/**
 * Queues the remaining invoices of ended plans in the inbox, each once: open ones are voided, payments in vain refunded (`syncInvoice`).
 * The inbox retries until that is done, or raises an alarm.
 * @param most maximum number
 * @param planId only this plan
 * @returns number of invoices queued
 */
export async function askAfterEnded(store: Knex, { most, planId }: { most: number; planId?: string }): Promise<number> {
  const invoicesOf = (which: Sql): Sql =>
    sql`select p.stripe_invoice_id from billing_payment p join subscription s on s.stripe_subscription_id = p.stripe_subscription_id
      where s.status = 'canceled' and p.stripe_invoice_id is not null and ${which} ${planId ? sql`and s.id = ${planId}` : empty}
        and not exists (select from stripe_event where event_id = 'ended:' || p.stripe_invoice_id)`;
  const queued = await rowsOf(
    store,
    sql`insert into stripe_event (event_id, type, object_id, created)
     select 'ended:' || stripe_invoice_id, 'invoice.updated', stripe_invoice_id, now()
       from (${invoicesOf(sql`p.status = 'open'`)} ${planId ? sql`union all ${invoicesOf(sql`${NOT_REFUNDED} and ${IN_VAIN}`)}` : empty}) left_of
      limit ${most}
     on conflict do nothing returning event_id`,
  );
  return queued.length;
}

/**
 * Voids an invoice at Stripe, which also returns applied credit. Paid and void invoices stay as they are, and so do those with a pending
 * bank payment.
 * @returns the invoice as it is now
 * @throws StripeFailure
 */
export async function voidInvoice(invoice: StripeInvoice): Promise<StripeInvoice> {
  if (invoice.status !== 'open') return invoice;
  try {
    await callStripe('invoices.voidInvoice', 'invoice', (stripe) => stripe.invoices.voidInvoice(invoice.id!));
  } catch (error) {
    if (!isStripeFailure(error, 'refused')) throw error;
  }
  return fetchInvoice(invoice.id!);
}

/**
 * Stores the refund of a payment in vain, once; after a crash the reconciler makes it. Call it under `lockBilling`.
 * @returns the id of the refund to make, or null when the payment was not in vain
 */
export async function addRefundAfterEnd(trx: Knex.Transaction, invoiceId: string): Promise<string | null> {
  const [refund] = await rowsOf<{ id: string }>(
    trx,
    sql`insert into refund (id, payment_id, account_id, amount_cents, requested_by, reason)
     select ${uuidv7()}, p.id, p.account_id, p.amount_cents, 'operator', 'the plan had ended'
       from billing_payment p join subscription s on s.stripe_subscription_id = p.stripe_subscription_id
      where p.stripe_invoice_id = ${invoiceId} and s.status = 'canceled' and ${NOT_REFUNDED} and ${IN_VAIN}
     returning id`,
  );
  return refund?.id ?? null;
}
