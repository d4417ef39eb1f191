import { uuidv7 } from 'uuidv7';
import { database } from '#domain/platform/database.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { callStripe, type StripeRefund } from '#domain/vendors/stripe/stripe.client.ts';
import { findPayment } from '#domain/billing/checkout/find-payment.ts';
import type { PaymentRow } from '#domain/billing/checkout/record-payment.ts';
import { settleRefund, type RefundRow } from './settle-refund.ts';
import type { SyncResult } from '#domain/billing/subscriptions/sync-subscription.command.ts';

/** Stores the current state of all refunds of a payment, also those made in Stripe's dashboard. @throws StripeFailure */
export async function syncRefunds(intentId: string): Promise<SyncResult> {
  const payment = await findPayment(intentId);
  if (!payment) return 'waiting';
  const list = await callStripe('refunds.list', 'list', (stripe) => stripe.refunds.list({ payment_intent: intentId, limit: 100 }));
  for (const found of list.data.toReversed()) await settleRefund(await rowOf(payment, found), payment, found);
  return 'written';
}

async function rowOf(payment: PaymentRow, found: StripeRefund): Promise<RefundRow> {
  const ours = found.metadata?.refund_id ?? '';
  const known = await database()('refund')
    .where({ stripe_refund_id: found.id })
    .modify((query) => isUuid(ours) && query.orWhere({ id: ours }))
    .first();
  if (known) return known;
  const row = {
    id: uuidv7(),
    payment_id: payment.id,
    account_id: payment.account_id,
    stripe_refund_id: found.id,
    amount_cents: found.amount,
    status: 'requested',
    requested_by: 'stripe',
    reason: found.reason ?? 'given at Stripe',
  };
  await database()('refund').insert(row).onConflict('stripe_refund_id').ignore();
  return (await database()('refund').where({ stripe_refund_id: found.id }).first())!;
}
