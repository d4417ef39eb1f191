import { expression, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { REFUND_DAYS } from '#contract/billing/refund-policy.ts';
import type { RefundSum } from '#contract/billing/subscription.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { executeRefund } from './refund.commands.ts';
import { learnMethod } from '#domain/billing/checkout/payment-method.ts';
import { lockBilling } from '#domain/billing/checkout/order.ts';
import { loadWallet } from '#domain/billing/ledger/load-wallet.command.ts';
import { personOwner } from '#domain/billing/ledger/owner.ts';
import { withPlanLock } from '#domain/billing/subscriptions/plan-change-lock.ts';
import type { PaymentRow } from '#domain/billing/checkout/record-payment.ts';
import { netShares, refundSumOf, sharesOf, type Back, type Share } from './refund-sum.queries.ts';
import { findRefusal, REFUSAL_WORDS } from './refund-refusal.queries.ts';
import { invalid } from '#domain/billing/checkout/resolve-purchase.ts';
import type { SubscriptionRow } from '#domain/billing/subscriptions/subscription-row.ts';

/**
 * Refunds a payment at the user's request: within 14 days of it, once in 12 months; courses by what was delivered of them, three in 12
 * months (`REFUSAL`). Its remaining tokens are revoked. A plan ends at once,
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
  await learnMethod(paymentId, accountId);
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
    const payment: PaymentRow | undefined = await trx('billing_payment').where({ id: paymentId, account_id: accountId }).first();
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

/**
 * Checks whether the owner may refund a payment. Two accounts with one payment method, and a lesson that is opened meanwhile, wait for it.
 * @throws ProductError refund.* with the reason
 */
async function mayBeGivenBack(trx: Knex.Transaction, payment: PaymentRow): Promise<void> {
  if (payment.order_id) await trx('enrolment').where({ order_id: payment.order_id }).forUpdate().first('course_id');
  if (payment.method_fingerprint) await lockName(trx, `refunds:${payment.method_fingerprint}`);
  const refusal = await findRefusal(trx, payment.id);
  if (refusal) throw new ProductError(refusal, REFUSAL_WORDS[refusal]);
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

/**
 * Refunds part of any payment for an operator; can be repeated while something is left. Audited.
 * @throws ProductError not_found, validation.failed, refund.disputed, refund.charged_back, refund.was_disputed
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
    await assertNeverDisputed(trx, payment);
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
  await assertNeverDisputed(trx, payment);
  return askForRefund(trx, payment, { cents: left, actor });
}

/** Checks that Stripe still refunds the payment. @throws ProductError refund.disputed, refund.charged_back, refund.was_disputed */
async function assertNeverDisputed(trx: Knex.Transaction, { id }: PaymentRow): Promise<void> {
  const refusal = await findRefusal(trx, id);
  if (refusal === 'refund.disputed' || refusal === 'refund.charged_back' || refusal === 'refund.was_disputed')
    throw new ProductError(refusal, 'Stripe does not refund a payment that was disputed, whatever the bank has decided.');
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
