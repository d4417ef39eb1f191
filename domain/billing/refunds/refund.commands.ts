import { uuidv7 } from 'uuidv7';
import { raiseAlarm, type NewAlarm, settleAlarm } from '#domain/billing/alarms/alarm.commands.ts';
import { intentOf, findPayment } from '#domain/billing/checkout/find-payment.ts';
import { lockBilling, type Order, type SyncResult } from '#domain/billing/checkout/order.ts';
import type { PaymentRow } from '#domain/billing/checkout/record-payment.ts';
import { transact, database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { callStripe, type StripeRefund } from '#domain/vendors/stripe/stripe.client.ts';
import { settleRefund, type RefundRow } from './settle-refund.ts';

/**
 * Refunds the rest of an order's only payment, once, when the order cannot be delivered. Does nothing for a disputed payment, or one with a
 * refund under way. The refund is stored first, so that the reconciler continues it after a crash.
 * @throws StripeFailure; ProductError payments.unavailable
 */
export async function refundOrder({ orderId, reason }: { orderId: string; reason: string }): Promise<void> {
  const refundId = await transact(async (trx) => {
    const order: Pick<Order, 'account_id'> = await trx('billing_order').where({ id: orderId }).first('account_id');
    await lockBilling(trx, order.account_id);
    const payment: PaymentRow | undefined = await trx('billing_payment')
      .where({ order_id: orderId, status: 'paid', disputed: false })
      .first();
    if (!payment || (await trx('refund').where({ payment_id: payment.id }).first('id'))) return null;
    const id = uuidv7();
    await trx('refund').insert({
      id,
      payment_id: payment.id,
      account_id: payment.account_id,
      amount_cents: payment.amount_cents - payment.refunded_cents,
      requested_by: 'operator',
      reason,
    });
    return id;
  });
  if (refundId) await executeRefund(refundId);
}

/** Stripe forgets its keys after a day; after this shorter time, an existing refund is looked for first. */
const KEY_HOLDS_MS = 12 * 60 * 60_000;

/**
 * Makes a stored refund at Stripe. When users refund their own payment, the plan it paid for also ends (`settleRefund`). Calling it again
 * after a crash, however late, still makes only one refund at Stripe.
 * @throws StripeFailure; ProductError payments.unavailable for a payment that Stripe has not taken
 */
export async function executeRefund(refundId: string): Promise<void> {
  const refund: RefundRow = (await database()('refund').where({ id: refundId }).first())!;
  if (refund.status !== 'requested') return;
  const payment: PaymentRow = (await database()('billing_payment').where({ id: refund.payment_id }).first())!;
  if (!(await goesWithAskedFor(refund))) return;
  const intent = await intentOf(payment);
  if (!intent) {
    await giveUp(refund, 'the payment did not come through Stripe');
    throw new ProductError('payments.unavailable', 'This payment cannot be refunded here. We have been notified.');
  }
  try {
    const isLate = Date.now() - refund.created_at.getTime() > KEY_HOLDS_MS;
    const found = (isLate && (await givenBefore(refund, intent))) || (await create(refund, intent));
    await settleRefund(refund, payment, found);
  } catch (error) {
    if (!isStripeFailure(error, 'refused')) throw error;
    // do not repeat a call that Stripe rejects for good; an earlier one may have succeeded
    const found = await givenBefore(refund, intent);
    if (found) return settleRefund(refund, payment, found);
    await giveUp(refund, 'Stripe does not give it');
    throw error;
  }
}

/** Longer than an outage of Stripe; after this, an operator must be informed. */
const LATE = sql`interval '24 hours'`;

/** Retries an earlier refund; after a day it raises an alarm, until the refund is made. @throws as `executeRefund` */
export async function giveLateRefund(refundId: string): Promise<void> {
  try {
    await executeRefund(refundId);
  } catch (error) {
    const late: RefundRow | undefined = await database()('refund')
      .where({ id: refundId, status: 'requested' })
      .where(expression(database(), sql`created_at < now() - ${LATE}`))
      .first();
    if (late) await raiseAlarm(database(), lateAlarm(late));
    throw error;
  }
}

const lateAlarm = ({ id, payment_id: paymentId, account_id: accountId, amount_cents: amountCents }: RefundRow): NewAlarm => ({
  kind: 'refund.late',
  occasion: id,
  subject: `payment:${paymentId}`,
  accountId,
  detail: { amount_cents: amountCents },
});

/**
 * Makes dependent refunds follow the refund of the requested payment: otherwise a plan would end although its price was not refunded, or
 * continue although it was.
 * @returns false when the refund was cancelled
 */
async function goesWithAskedFor(refund: RefundRow): Promise<boolean> {
  if (refund.requested_by !== 'self') return true;
  // both were inserted in one transaction, the requested one first
  const original: Pick<RefundRow, 'id' | 'status'> = await database()('refund')
    .where({ account_id: refund.account_id, requested_by: 'self' })
    .where(expression(database(), sql`created_at = (select created_at from refund where id = ${refund.id})`))
    .orderBy('id')
    .first('id', 'status');
  if (original.id === refund.id) return true;
  if (original.status === 'requested') {
    await executeRefund(original.id);
    return goesWithAskedFor(refund);
  }
  if (original.status !== 'failed') return true;
  await database()('refund').where({ id: refund.id, status: 'requested' }).update({ status: 'failed' });
  return false;
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

async function giveUp(
  { id, payment_id: paymentId, account_id: accountId, amount_cents: amountCents }: RefundRow,
  reason: string,
): Promise<void> {
  await transact(async (trx) => {
    const given = await trx('refund').where({ id, status: 'requested' }).update({ status: 'failed' });
    if (given === 0) return;
    // it is not retried: its failure raises another alarm
    await settleAlarm(trx, { kind: 'refund.late', occasion: id });
    await recordAudit({ actor: 'system:billing', action: 'refund.failed', subject: `refund:${id}`, detail: { reason } }, trx);
    const detail = { amount_cents: amountCents, reason };
    await raiseAlarm(trx, { kind: 'refund.failed', occasion: id, subject: `payment:${paymentId}`, accountId, detail });
  });
}

/** Stores the current state of all refunds of a payment, including those made in Stripe's dashboard. @throws StripeFailure */
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
