import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { callStripe, type StripeInvoice } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { fetchInvoice } from './fetch-subscription.ts';

/** Of payments `p` of a plan `s` that has ended: what nobody has given back yet, nor is going to. */
const KEPT = `p.status = 'paid' and p.amount_cents > 0 and p.refunded_cents = 0 and not p.disputed
  and not exists (select from refund r where r.payment_id = p.id)`;

/**
 * Of these, what gave nothing to whoever paid it: what was paid when the plan was over, and what raised a plan whose owner had asked for their
 * money before we heard of the raise.
 */
const IN_VAIN = `(p.paid_at > s.ended_at or p.reason = 'subscription_update' and (p.paid_at = s.ended_at or exists (
  select from refund r join billing_payment plan on plan.id = r.payment_id
   where plan.stripe_subscription_id = p.stripe_subscription_id and r.requested_by = 'self' and r.status <> 'failed' and r.created_at < p.created_at)))`;

/**
 * Has the inbox look at what is left of plans that have ended, each invoice once: what is open is voided, what was paid in vain given back
 * (`syncInvoice`). There it is tried until it is done, or an alarm.
 * @param most at most so many
 * @param planId of this one plan only
 * @returns how many will be looked at
 */
export async function askAfterEnded(store: Knex, { most, planId }: { most: number; planId?: string }): Promise<number> {
  const ask = (which: string) =>
    `select p.stripe_invoice_id from billing_payment p join subscription s on s.stripe_subscription_id = p.stripe_subscription_id
      where s.status = 'canceled' and p.stripe_invoice_id is not null and ${which} ${planId ? 'and s.id = :planId' : ''}
        and not exists (select from stripe_event where event_id = 'ended:' || p.stripe_invoice_id)`;
  const { rowCount } = await store.raw(
    `insert into stripe_event (event_id, type, object_id, created)
     select 'ended:' || stripe_invoice_id, 'invoice.updated', stripe_invoice_id, now()
       from (${ask(`p.status = 'open'`)} ${planId ? `union all ${ask(`${KEPT} and ${IN_VAIN}`)}` : ''}) left_of limit :most
     on conflict do nothing`,
    { most, ...(planId && { planId }) },
  );
  return rowCount;
}

/**
 * Has Stripe take no more money for an invoice; Stripe gives back the credit that it has taken. One that is paid, or void, stays so, and so
 * does one whose payment is under way at a bank.
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
 * Writes down that a payment in vain goes back, once; whoever dies before it is given leaves it to the reconciler. Call it under `lockBilling`.
 * @returns the id of the refund to give; null when the payment is none of these
 */
export async function returnPaidInVain(trx: Knex.Transaction, invoiceId: string): Promise<string | null> {
  const { rows } = await trx.raw(
    `insert into refund (id, payment_id, account_id, amount_cents, requested_by, reason)
     select ?, p.id, p.account_id, p.amount_cents, 'operator', 'the plan had ended'
       from billing_payment p join subscription s on s.stripe_subscription_id = p.stripe_subscription_id
      where p.stripe_invoice_id = ? and s.status = 'canceled' and ${KEPT} and ${IN_VAIN}
     returning id`,
    [uuidv7(), invoiceId],
  );
  return rows[0]?.id ?? null;
}
