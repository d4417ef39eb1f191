import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { callStripe, type StripeRefund } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { cancelAtStripe } from './cancel-at-stripe.ts';
import { intentOf } from './find-payment.ts';
import type { PaymentRow } from './record-payment.ts';
import { settleRefund, type RefundRow } from './settle-refund.ts';

/** Stripe forgets its keys after a day; well before, and from then on, what it has is looked at first. */
const KEY_HOLDS_MS = 12 * 60 * 60_000;

/**
 * Gives the money of a refund that was written down. The plan it paid for ends first, when a person takes back their own payment. Dying
 * anywhere is mended by calling it again, however late: it is one refund at Stripe.
 * @throws StripeFailure; ProductError payments.unavailable for a payment that Stripe has not taken
 */
export async function giveRefund(refundId: string): Promise<void> {
  const refund: RefundRow = await database()('refund').where({ id: refundId }).first();
  if (refund.status !== 'requested') return;
  const payment: PaymentRow = await database()('billing_payment').where({ id: refund.payment_id }).first();
  const intent = await intentOf(payment);
  if (!intent) {
    await giveUp(refund, 'the payment did not come through Stripe');
    throw new ProductError('payments.unavailable', 'This payment cannot be given back here. We have been told.');
  }
  if (refund.requested_by === 'self' && payment.stripe_subscription_id) await cancelAtStripe(payment.stripe_subscription_id);
  try {
    const isLate = Date.now() - refund.created_at.getTime() > KEY_HOLDS_MS;
    const found = (isLate && (await givenBefore(refund, intent))) || (await create(refund, intent));
    await settleRefund(refund, payment, found);
  } catch (error) {
    if (!isStripeFailure(error, 'refused')) throw error;
    // what Stripe will never do is not asked for again; it may have done it already
    const found = await givenBefore(refund, intent);
    if (found) return settleRefund(refund, payment, found);
    await giveUp(refund, 'Stripe does not give it');
    throw error;
  }
}

function create(refund: RefundRow, intent: string): Promise<StripeRefund> {
  return callStripe('refunds.create', 'refund', (stripe) =>
    stripe.refunds.create(
      {
        payment_intent: intent,
        amount: refund.amount_cents,
        reason: 'requested_by_customer',
        metadata: { refund_id: refund.id },
      },
      { idempotencyKey: `refund:${refund.id}` },
    ),
  );
}

async function givenBefore(refund: RefundRow, intent: string): Promise<StripeRefund | null> {
  const { data } = await callStripe('refunds.list', 'list', (stripe) => stripe.refunds.list({ payment_intent: intent, limit: 100 }));
  return data.find(({ metadata }) => metadata?.refund_id === refund.id) ?? null;
}

async function giveUp({ id }: RefundRow, reason: string): Promise<void> {
  await database()('refund').where({ id, status: 'requested' }).update({ status: 'failed' });
  logger().error({ refund_id: id, reason }, 'billing: ALARM, a refund cannot be given; the money has to be given back another way');
}
