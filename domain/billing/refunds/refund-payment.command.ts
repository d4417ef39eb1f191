import { expression, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { REFUND_DAYS, REFUND_ONCE_IN_MONTHS } from '#contract/billing/refund-policy.ts';
import { REFUND_BELOW_PERCENT } from '#contract/market/market.contract.ts';
import type { RefundSum } from '#contract/billing/subscription.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { billingPorts } from '#domain/billing/billing.ports.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { executeRefund } from './refund.commands.ts';
import { lockBilling } from '#domain/billing/checkout/order.ts';
import { loadWallet } from '#domain/billing/ledger/load-wallet.command.ts';
import { personOwner } from '#domain/billing/ledger/owner.ts';
import { withPlanLock } from '#domain/billing/subscriptions/plan-change-lock.ts';
import type { PaymentRow } from '#domain/billing/checkout/record-payment.ts';
import { GOES_WITH_PLAN, isInTime, netShares, REFUNDED, refundSumOf, sharesOf, type Back, type Share } from './refund-sum.queries.ts';
import { invalid } from '#domain/billing/checkout/resolve-purchase.ts';
import type { SubscriptionRow } from '#domain/billing/subscriptions/subscription-row.ts';

/** Minimum time between two refunds that a user makes themselves. */
export const ONCE_IN = `${REFUND_ONCE_IN_MONTHS} months`;

/**
 * Refunds a payment at the user's request: within 14 days of it, once in 12 months. Its remaining tokens are revoked. A plan ends at once,
 * and upgrades paid within those days are refunded too; refunding only an upgrade also refunds the part of earlier payments that it
 * replaced (`sharesOf`). Work done with the payment is deducted first; if that leaves less than the user was shown, nothing is refunded and
 * nothing ends.
 * @returns the refunded amounts
 * @throws ProductError not_found, refund.*, payments.not_configured, payments.unavailable
 */
export async function refundPayment(asked: AskedRefund): Promise<RefundSum> {
  const { accountId, paymentId } = asked;
  if (!isUuid(paymentId)) throw notFound('payment');
  const plan: Pick<SubscriptionRow, 'id'> | undefined = await database()('subscription')
    .whereIn(
      'stripe_subscription_id',
      database()('billing_payment').where({ id: paymentId, account_id: accountId }).select('stripe_subscription_id'),
    )
    .first('id');
  const give = () => giveBack(asked);
  // an upgrade in progress must be refunded together with the plan
  return plan ? withPlanLock(plan.id, give) : give();
}

interface AskedRefund {
  readonly accountId: string;
  readonly paymentId: string;
  /** The amount that the user was shown, in cents; without it, any amount is accepted. */
  readonly leastCents?: number | undefined;
}

async function giveBack({ accountId, paymentId, leastCents = 0 }: AskedRefund): Promise<RefundSum> {
  const { refunds, given } = await transact(async (trx) => {
    await lockBilling(trx, accountId);
    const payment: AskedFor | undefined = await trx('billing_payment as p')
      .where({ id: paymentId, account_id: accountId })
      .first('*', expression(trx, sql`${isInTime(sql`paid_at`)} as in_time, ${GOES_WITH_PLAN} as goes_with_plan`));
    if (!payment) throw notFound('payment');
    await mayBeGivenBack(trx, payment);
    // the lock keeps new work out during the calculation; afterwards the plan grants nothing (`withheld`)
    await loadWallet(trx, personOwner(accountId));
    const [back] = await sharesOf(trx, [payment]);
    const shares = netShares(back!);
    assertSomethingIsLeft(back!, shares);
    const refunds: string[] = [];
    for (const share of shares) refunds.push(await writeRefund(trx, share.payment, share.cents, 'self'));
    const given = refundSumOf(back!);
    if (given.amount_cents < leastCents)
      throw new ProductError(
        'refund.less',
        toSentence('The refund would now be smaller than shown. Nothing was refunded and nothing has ended.'),
      );
    const detail = { amount_cents: given.amount_cents, ...(given.used && { used: given.used }) };
    await recordAudit({ actor: `account:${accountId}`, action: 'refund.request', subject: `payment:${paymentId}`, detail }, trx);
    return { refunds, given };
  });
  for (const refundId of refunds) await executeRefund(refundId);
  return given;
}

type AskedFor = PaymentRow & { readonly in_time: boolean; readonly goes_with_plan: boolean };

/**
 * Checks whether the owner may refund a payment.
 * @throws ProductError refund.* with the reason
 */
async function mayBeGivenBack(trx: Knex.Transaction, payment: AskedFor): Promise<void> {
  if (payment.status !== 'paid') throw new ProductError('refund.not_paid', 'Only paid amounts can be refunded.');
  if (payment.amount_cents === 0)
    throw new ProductError('refund.not_paid', 'You paid for this entirely with credit, so there is no money to refund.');
  const given = await trx('refund as r')
    .where({ payment_id: payment.id })
    .where(expression(trx, REFUNDED))
    .orderBy(expression(trx, sql`status = 'failed'`))
    .first('status');
  if (given?.status === 'failed')
    throw new ProductError('refund.not_taken', 'Your bank rejected the refund of this payment. We have been notified and are handling it.');
  if (given) throw new ProductError('refund.done');
  if (payment.disputed) throw await whatTheBankSays(trx, payment);
  if (payment.goes_with_plan)
    throw new ProductError(
      'refund.with_plan',
      'This payment upgraded your plan. It can only be refunded together with the payment for the plan itself.',
    );
  if (await isFor(trx, 'event', payment)) throw new ProductError('refund.event', 'The fee is refunded if the event is cancelled.');
  if (await billingPorts().isPastRefundLimit(trx, payment))
    throw new ProductError(
      'refund.too_far',
      toSentence('A course can be refunded until you have completed {n}% of it.', { n: REFUND_BELOW_PERCENT }),
    );
  if (!payment.in_time)
    throw new ProductError('refund.too_late', toSentence('Payments can be refunded within {n} days.', { n: REFUND_DAYS }));
  // courses have their own time limit, and do not use up the one refund a year
  if (await isFor(trx, 'course', payment)) return;
  const earlier = await trx('refund')
    .where({ account_id: payment.account_id, requested_by: 'self' })
    .whereNot('status', 'failed')
    .whereNotIn(
      'payment_id',
      trx('billing_payment as p')
        .join('billing_order as o', 'o.id', 'p.order_id')
        .where({ 'o.kind': 'course', 'p.account_id': payment.account_id })
        .select('p.id'),
    )
    .where(expression(trx, sql`created_at > now() - ${ONCE_IN}::interval`))
    .first('id');
  if (earlier) throw new ProductError('refund.used', 'You already received a refund within the last 12 months.');
}

/** Checks that a refund is possible. @throws ProductError refund.work_under_way, refund.used_up */
function assertSomethingIsLeft({ used }: Back, shares: readonly Share[]): void {
  if (used.isUnderWay)
    throw new ProductError(
      'refund.work_under_way',
      'Something you paid for is still being written. Stop it or wait until it is finished, so that we can work out your refund.',
    );
  if (shares.length === 0)
    throw new ProductError(
      'refund.used_up',
      'The courses written with this payment are worth what you paid, so there is nothing left to refund.',
    );
}

/** Tells whether a payment was for a course in the market, or a seat at an event. */
const isFor = async (trx: Knex, kind: 'course' | 'event', { order_id: id }: Pick<PaymentRow, 'order_id'>): Promise<boolean> =>
  id !== null && (await trx('billing_order').where({ id, kind }).first('id')) !== undefined;

async function whatTheBankSays(trx: Knex.Transaction, { id }: PaymentRow): Promise<ProductError> {
  const lost = await trx('billing_dispute').where({ payment_id: id, status: 'lost' }).first('status');
  return lost
    ? new ProductError(
        'refund.charged_back',
        'The dispute over this payment was decided in your favour: your bank has already returned the money.',
      )
    : new ProductError('refund.disputed', 'You have disputed this payment with your bank, which will decide.');
}

/**
 * Refunds part of any payment for an operator; can be repeated while something is left. Audited.
 * @throws ProductError not_found, validation.failed
 */
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
    const { payment, left } = await leftOf(trx, paymentId);
    if (!Number.isInteger(amountCents) || amountCents < 1 || amountCents > left)
      throw invalid('amount_cents', `Of this payment ${left} cents can be given back.`);
    return askForRefund(trx, payment, { cents: amountCents, actor });
  });
  await executeRefund(refundId);
}

/**
 * Plans the refund of all that is left of a payment, for an operator. Call it in a transaction that holds the owner's lock. Audited.
 * @returns the refund to make
 */
export async function refundRest(trx: Knex.Transaction, { paymentId, actor }: { paymentId: string; actor: string }): Promise<string> {
  const { payment, left } = await leftOf(trx, paymentId);
  return askForRefund(trx, payment, { cents: left, actor });
}

/** Returns a locked payment, with the amount that is neither refunded nor has a refund under way. */
async function leftOf(trx: Knex.Transaction, paymentId: string): Promise<{ payment: PaymentRow; left: number }> {
  const payment: PaymentRow = (await trx('billing_payment').where({ id: paymentId }).forUpdate().first())!;
  const [{ waiting } = { waiting: 0 }] = await trx('refund')
    .where({ payment_id: paymentId })
    .whereIn('status', ['requested', 'pending'])
    .select<{ waiting: number }[]>(expression(trx, sql`coalesce(sum(amount_cents), 0)::bigint as waiting`));
  return { payment, left: payment.amount_cents - payment.refunded_cents - waiting };
}

async function askForRefund(
  trx: Knex.Transaction,
  payment: PaymentRow,
  { cents, actor }: { cents: number; actor: string },
): Promise<string> {
  await recordAudit({ actor, action: 'refund.request', subject: `payment:${payment.id}`, detail: { amount_cents: cents } }, trx);
  return writeRefund(trx, payment, cents, 'operator');
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
