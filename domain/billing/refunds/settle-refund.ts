import { lookup } from '#contract/platform/lookup.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { billingPorts } from '#domain/billing/billing.ports.ts';
import { addMail } from '#domain/mail/mail.commands.ts';
import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import type { StripeRefund } from '#domain/vendors/stripe/stripe.client.ts';
import { cancelAtStripe } from '#domain/billing/subscriptions/cancel-at-stripe.ts';
import { allOf, centitokensOf, lotsOf, orderOf, yearOf, type Bought } from '#domain/billing/checkout/find-payment.ts';
import { grantTokens, ensureGrants } from '#domain/billing/ledger/grant.commands.ts';
import { personOwner, type Owner } from '#domain/billing/ledger/owner.ts';
import { revokeLot } from '#domain/billing/ledger/lot.commands.ts';
import { lockBilling } from '#domain/billing/checkout/order.ts';
import { raiseAlarm, settleAlarm } from '#domain/billing/alarms/alarm.commands.ts';
import type { PaymentRow } from '#domain/billing/checkout/record-payment.ts';
import { removeCredit } from './remove-credit.command.ts';
import { nameOf, type LotsOf } from '#domain/billing/ledger/order-lots.ts';

/** A row of `refund`. */
export interface RefundRow {
  readonly id: string;
  readonly payment_id: string;
  readonly account_id: string;
  readonly stripe_refund_id: string | null;
  readonly amount_cents: number;
  readonly status: 'requested' | 'pending' | 'succeeded' | 'failed';
  readonly requested_by: 'self' | 'operator' | 'stripe';
  readonly created_at: Date;
}

const STATUS: Readonly<Record<string, RefundRow['status']>> = lookup({ succeeded: 'succeeded', failed: 'failed', canceled: 'failed' });

/**
 * Stores a refund's state as reported by Stripe; repeated reports change nothing. On success the payment counts as refunded, and the
 * remaining tokens it paid for are revoked in proportion, rounded in the user's favour. When owners refund their own payment, the plan ends
 * before that, but only once Stripe has accepted the refund: a rejected refund must not end a plan. The same holds for credit that the
 * payment left at Stripe.
 * @throws StripeFailure
 */
export async function settleRefund(refund: RefundRow, payment: PaymentRow, found: StripeRefund): Promise<void> {
  const [lots, year] = [await lotsOf(payment), await yearOf(payment)];
  const isTakenOn = STATUS[found.status ?? ''] !== 'failed';
  if (refund.requested_by === 'self' && isTakenOn) await endPlanOf(payment);
  if (refund.status === 'requested' && isTakenOn) await removeCredit(payment);
  await transact(async (trx) => {
    await lockBilling(trx, refund.account_id);
    const row: RefundRow = (await trx('refund').where({ id: refund.id }).forUpdate().first())!;
    const status = STATUS[found.status ?? ''] ?? 'pending';
    if (row.status === status || row.status === 'failed') return;
    // fetched before it succeeded and stored after: never go back
    if (row.status === 'succeeded' && status === 'pending') return;
    await trx('refund').where({ id: row.id }).update({ status, stripe_refund_id: found.id });
    await settleAlarm(trx, { kind: 'refund.late', occasion: row.id });
    if (status === 'succeeded') await giveBack(trx, row, { lots, year });
    else if (status === 'failed') await takeBack(trx, row, lots);
  });
}

/** Ends the plan. Asks Stripe on every report until the plan is known to have ended. */
async function endPlanOf({ stripe_subscription_id: subscriptionId }: PaymentRow): Promise<void> {
  if (!subscriptionId) return;
  const row = await database()('subscription').where({ stripe_subscription_id: subscriptionId }).first('status');
  if (row?.status !== 'canceled') await cancelAtStripe(subscriptionId);
}

async function giveBack(trx: Knex.Transaction, refund: RefundRow, { lots, year }: Bought): Promise<void> {
  const payment: PaymentRow = (await trx('billing_payment').where({ id: refund.payment_id }).forUpdate().first())!;
  const before = payment.refunded_cents;
  const after = before + refund.amount_cents;
  await trx('billing_payment').where({ id: payment.id }).update({ refunded_cents: after });
  const isWhole = after >= payment.amount_cents;
  const centitokens = await centitokensOf(trx, payment);
  const share = (cents: number) => Math.floor((centitokens * cents) / payment.amount_cents);
  const part = share(after) - share(before);
  // before any wallet, as everywhere (`lockBilling`)
  const orderId = orderOf(payment);
  if (orderId)
    await trx('billing_order')
      .where({ id: orderId })
      .whereNotNull('fulfilled_at')
      .update({ status: isWhole ? 'refunded' : 'partially_refunded' });
  if (orderId && isWhole) await endReview(trx, orderId);
  // monthly tokens are granted on access: they must exist to be revoked
  if (lots && 'subscriptionId' in lots) await ensureGrants(trx, personOwner(payment.account_id));
  // end the organisation before touching its pool: adding a year locks in this order too
  // a self-requested refund may be partial because of used work, but still ends everything
  const isTakenBack = isWhole || refund.requested_by === 'self';
  if (isTakenBack && year) await billingPorts().organisations.end(trx, { ...year, at: new Date() });
  // refunding an upgrade has ended the plan: revoke everything
  const isOfEnded = payment.reason === 'subscription_update' && refund.requested_by === 'self';
  // a key of its own: a plan that continues can be fully refunded again in another month
  if (lots && isOfEnded) await revokeLot(trx, { ...allOf(lots)!, centitokens: 'all', key: refund.id });
  else if (lots && isTakenBack && payment.reason !== 'subscription_update')
    await revokeLot(trx, { ...lots, centitokens: 'all', key: refund.id });
  else if (lots && part > 0) await revokeLot(trx, { ...lots, centitokens: part, key: refund.id });
  await recordAudit(
    {
      actor: refund.requested_by === 'self' ? `account:${refund.account_id}` : `system:${refund.requested_by}`,
      action: 'payment.refund',
      subject: `payment:${payment.id}`,
      detail: { amount_cents: refund.amount_cents, refunded_cents: after },
    },
    trx,
  );
  if (orderId)
    for (const takeBack of billingPorts().takeBack)
      await takeBack(trx, { orderId, refundId: refund.id, cents: refund.amount_cents, isWhole });
  const account = await trx('account').where({ id: refund.account_id }).first('email');
  await addMail(trx, {
    kind: 'refund',
    cause: `refund:${refund.id}`,
    accountId: refund.account_id,
    to: account!.email,
    data: { amount_cents: refund.amount_cents, ...(payment.order_id && { order: payment.order_id }) },
  });
}

/**
 * Closes the alarm of an order that granted nothing and whose money is refunded. The order stays under review, so that it will not be
 * fulfilled.
 */
async function endReview(trx: Knex.Transaction, orderId: string): Promise<void> {
  const order = await trx('billing_order').where({ id: orderId, status: 'review' }).first('review_reason');
  if (order) await settleAlarm(trx, { kind: 'order.review', occasion: `${orderId}:${order.review_reason}` });
}

/**
 * Reverses a refund that the bank could not deliver: the money is ours again, the user gets the tokens back, and an operator decides how to
 * repay it.
 */
async function takeBack(trx: Knex.Transaction, refund: RefundRow, lots: Bought['lots']): Promise<void> {
  const revoked = lots && (await revokedBy(trx, lots, refund.id));
  if (refund.status === 'succeeded') await countAgain(trx, refund);
  if (revoked)
    await grantTokens(trx, {
      ...revoked,
      source: 'admin',
      periodKey: `refund:${refund.id}`,
      cause: toSentence('Refund did not arrive'),
    });
  await recordAudit({ actor: 'system:billing', action: 'refund.failed', subject: `refund:${refund.id}`, detail: {} }, trx);
  await raiseAlarm(trx, {
    kind: 'refund.failed',
    occasion: refund.id,
    subject: `payment:${refund.payment_id}`,
    accountId: refund.account_id,
    detail: { amount_cents: refund.amount_cents, reason: 'it did not arrive at the bank', stripe_refund: refund.stripe_refund_id ?? '' },
  });
  const account = await trx('account').where({ id: refund.account_id }).first('email');
  await addMail(trx, {
    kind: 'refund-failed',
    cause: `refund-failed:${refund.id}`,
    accountId: refund.account_id,
    to: account!.email,
    data: { amount_cents: refund.amount_cents, link: '/billing', ...(revoked && { tokens: revoked.centitokens }) },
  });
}

async function countAgain(trx: Knex.Transaction, refund: RefundRow): Promise<void> {
  const [payment]: PaymentRow[] = await trx('billing_payment')
    .where({ id: refund.payment_id })
    .decrement('refunded_cents', refund.amount_cents)
    .returning('*');
  const orderId = payment && orderOf(payment);
  if (orderId)
    await trx('billing_order')
      .where({ id: orderId })
      .whereIn('status', ['refunded', 'partially_refunded'])
      .update({ status: payment.refunded_cents > 0 ? 'partially_refunded' : 'fulfilled' });
}

/** Returns the tokens that an occasion revoked (`revokeLot`) and their owner, or null. */
async function revokedBy(trx: Knex.Transaction, of: LotsOf, key: string): Promise<{ owner: Owner; centitokens: number } | null> {
  const row = await trx('ledger_transaction as t')
    .join('ledger_entry as e', 'e.transaction_id', 't.id')
    .join('ledger_account as a', 'a.id', 'e.account_id')
    .where({ 't.idempotency_key': `revoke:${nameOf(of)}:${key}`, 'a.kind': 'revoked' })
    .groupBy('t.owner_kind', 't.owner_id')
    .first('t.owner_kind', 't.owner_id', expression(trx, sql`sum(e.amount)::bigint as centitokens`));
  return row ? { owner: { kind: row.owner_kind, id: row.owner_id }, centitokens: Number(row.centitokens) } : null;
}
