import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { REFUND_DAYS } from '#contract/billing/catalogue.ts';
import { say } from '#contract/platform/sentence.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { giveRefund } from './give-refund.command.ts';
import { lockBilling } from './order.ts';
import type { PaymentRow } from './record-payment.ts';
import { invalid } from './resolve-purchase.ts';

/** The last moment of a refund is in time. */
export const IN_TIME = `now() <= paid_at + interval '${REFUND_DAYS} days'`;
/** Given, under way, or known to Stripe and come back: then a person has to look, and it is not asked for again. */
export const NOT_GIVEN_UP = `(status <> 'failed' or stripe_refund_id is not null)`;
/** A person may take a payment back themselves once in this time. */
export const ONCE_IN = '12 months';

/**
 * Gives a payment back to the person who asks for it: within 14 days, once in 12 months. What is left of its tokens goes with it; a plan
 * ends at once, and what was paid to raise it within those days is given back too.
 * @throws ProductError not_found, refund.too_late, refund.used, refund.done, payments.not_configured, payments.unavailable
 */
export async function refundPayment({ accountId, paymentId }: { accountId: string; paymentId: string }): Promise<void> {
  if (!isUuid(paymentId)) throw notFound('payment');
  const refunds = await transact(async (trx) => {
    await lockBilling(trx, accountId);
    const payment: PaymentRow & { in_time: boolean } = await trx('billing_payment')
      .where({ id: paymentId, account_id: accountId })
      .first('*', trx.raw(`${IN_TIME} as in_time`));
    if (!payment || payment.status !== 'paid' || payment.reason === 'subscription_update') throw notFound('payment');
    const given = await trx('refund')
      .where({ payment_id: paymentId })
      .whereRaw(NOT_GIVEN_UP)
      .orderByRaw(`status = 'failed'`)
      .first('status');
    if (given?.status === 'failed')
      throw new ProductError('refund.done', 'Your bank did not take the refund of this payment. We have been told and look after it.');
    if (given) throw new ProductError('refund.done');
    if (payment.disputed) throw new ProductError('refund.done', 'The payment is disputed at your bank, which decides about it.');
    if (!payment.in_time) throw new ProductError('refund.too_late', say('Payments can be given back within {n} days.', { n: REFUND_DAYS }));
    const earlier = await trx('refund')
      .where({ account_id: accountId, requested_by: 'self' })
      .whereNot('status', 'failed')
      .whereRaw(`created_at > now() - interval '${ONCE_IN}'`)
      .first('id');
    if (earlier) throw new ProductError('refund.used', 'A payment was given back to you within the last 12 months.');
    const all = [payment, ...(await raisesOf(trx, payment))];
    return Promise.all(all.map((one) => writeRefund(trx, one, one.amount_cents - one.refunded_cents, 'self')));
  });
  for (const refundId of refunds) await giveRefund(refundId);
}

/** What was paid within the time for raising the plan of a payment. */
async function raisesOf(trx: Knex.Transaction, payment: PaymentRow): Promise<PaymentRow[]> {
  if (!payment.stripe_subscription_id) return [];
  return trx('billing_payment')
    .where({ stripe_subscription_id: payment.stripe_subscription_id, reason: 'subscription_update', status: 'paid', disputed: false })
    .whereRaw(`${IN_TIME} and refunded_cents = 0`)
    .whereNotExists(
      trx('refund').whereRaw(`refund.payment_id = billing_payment.id and ${NOT_GIVEN_UP.replace('status', 'refund.status')}`),
    );
}

/** An operator gives a part of any payment back, as often as something is left of it. Audited. @throws ProductError not_found, validation.failed */
export async function refundPart({
  paymentId,
  amountCents,
  actor,
}: {
  paymentId: string;
  amountCents: number;
  actor: string;
}): Promise<void> {
  const known = isUuid(paymentId) && (await database()('billing_payment').where({ id: paymentId, status: 'paid' }).first('account_id'));
  if (!known) throw notFound('payment');
  const refundId = await transact(async (trx) => {
    await lockBilling(trx, known.account_id);
    const payment: PaymentRow = await trx('billing_payment').where({ id: paymentId }).forUpdate().first();
    const [{ waiting }] = await trx('refund')
      .where({ payment_id: paymentId })
      .whereIn('status', ['requested', 'pending'])
      .select(trx.raw('coalesce(sum(amount_cents), 0)::bigint as waiting'));
    const left = payment.amount_cents - payment.refunded_cents - waiting;
    if (!Number.isInteger(amountCents) || amountCents < 1 || amountCents > left)
      throw invalid('amount_cents', `Of this payment ${left} cents can be given back.`);
    await recordAudit({ actor, action: 'refund.request', subject: `payment:${paymentId}`, detail: { amount_cents: amountCents } }, trx);
    return writeRefund(trx, payment, amountCents, 'operator');
  });
  await giveRefund(refundId);
}

async function writeRefund(trx: Knex.Transaction, payment: PaymentRow, amountCents: number, by: 'self' | 'operator'): Promise<string> {
  const id = uuidv7();
  const reason = by === 'self' ? `within ${REFUND_DAYS} days` : 'by an operator';
  await trx('refund').insert({
    id,
    payment_id: payment.id,
    account_id: payment.account_id,
    amount_cents: amountCents,
    requested_by: by,
    reason,
  });
  return id;
}
