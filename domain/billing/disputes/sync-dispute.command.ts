import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { addMail } from '#domain/mail/mail.commands.ts';
import type { PaymentDisputedData } from '#domain/mail/templates/payment-disputed.ts';
import { billingPorts } from '#domain/billing/billing.ports.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { callStripe, dateOf, idOf, type StripeDispute } from '#domain/vendors/stripe/stripe.client.ts';
import { cancelAtStripe } from '#domain/billing/subscriptions/cancel-at-stripe.ts';
import { allOf, findPayment, lotsOf, orderOf, yearOf, type Bought } from '#domain/billing/checkout/find-payment.ts';
import { freezeLot, thawLot, revokeLot } from '#domain/billing/ledger/lot.commands.ts';
import { lockBilling, type OrderStatus, type SyncResult } from '#domain/billing/checkout/order.ts';
import { raiseAlarm, settleAlarm } from '#domain/billing/alarms/alarm.commands.ts';
import type { PaymentRow } from '#domain/billing/checkout/record-payment.ts';

/**
 * Stores a dispute's current state. While it is open, remaining tokens are frozen, the plan grants no new ones (`allowancesOf`), and its
 * alarm stays open. If it is won, the tokens are released; if lost, they are revoked and the plan ends. An inquiry (`warning_…`) moves no
 * money and changes nothing. A closed dispute never changes.
 * @throws StripeFailure
 */
export async function syncDispute(disputeId: string): Promise<SyncResult> {
  const dispute = await callStripe('disputes.retrieve', 'dispute', (stripe) => stripe.disputes.retrieve(disputeId));
  const intent = idOf(dispute.payment_intent);
  const payment = intent ? await findPayment(intent) : null;
  if (!payment) return 'waiting';
  const bought = { lots: allOf(await lotsOf(payment)), year: await yearOf(payment) };
  if (dispute.status === 'lost' && payment.stripe_subscription_id) await cancelAtStripe(payment.stripe_subscription_id);
  await transact(async (trx) => {
    await lockBilling(trx, payment.account_id);
    const row = await trx('billing_dispute').where({ stripe_dispute_id: dispute.id }).first('status', 'closed', 'evidence_due_at');
    const dueAt = evidenceDay(dispute);
    if (row?.closed || (row?.status === dispute.status && row.evidence_due_at?.getTime() === dueAt?.getTime())) return;
    const closed = dispute.status === 'won' || dispute.status === 'lost' || dispute.status === 'prevented';
    await trx('billing_dispute')
      .insert({
        stripe_dispute_id: dispute.id,
        payment_id: payment.id,
        account_id: payment.account_id,
        status: dispute.status,
        closed,
        evidence_due_at: dueAt,
        closed_at: closed ? trx.fn.now() : null,
      })
      .onConflict('stripe_dispute_id')
      .merge(['status', 'closed', 'evidence_due_at', 'closed_at']);
    await follow(trx, dispute, payment, bought);
    await recordAudit(
      {
        actor: 'system:stripe',
        action: 'payment.dispute',
        subject: `payment:${payment.id}`,
        detail: { dispute: dispute.id, status: dispute.status },
      },
      trx,
    );
  });
  return 'written';
}

/** Returns the bank's deadline for evidence. */
const evidenceDay = ({ evidence_details: { due_by: dueBy } }: StripeDispute): Date | null => (dueBy ? dateOf(dueBy) : null);

async function follow(trx: Knex.Transaction, dispute: StripeDispute, payment: PaymentRow, { lots, year }: Bought): Promise<void> {
  const { id, status } = dispute;
  if (isQuestion(status)) return;
  const isOpen = !['won', 'lost', 'prevented'].includes(status);
  if (!isOpen) await settleAlarm(trx, { kind: 'payment.disputed', occasion: id });
  const others = await otherDisputes(trx, id, payment);
  const { disputed: wasDisputed } = (await trx('billing_payment').where({ id: payment.id }).forUpdate().first('disputed'))!;
  await trx('billing_payment')
    .where({ id: payment.id })
    .update({ disputed: isOpen || status === 'lost' || others.open || others.lost });
  const alarm = {
    subject: `payment:${payment.id}`,
    accountId: payment.account_id,
    detail: { dispute: id, amount_cents: payment.amount_cents },
  };
  if (isOpen) {
    await moveOrder(trx, payment, ['fulfilled', 'partially_refunded'], 'disputed');
    if (lots) await freezeLot(trx, { ...lots, key: id });
    await raiseAlarm(trx, { ...alarm, kind: 'payment.disputed', occasion: id, dueAt: evidenceDay(dispute) });
    await notifyOfDispute(trx, { disputeId: id, payment, outcome: 'open' });
  } else if (status === 'lost') {
    await moveOrder(trx, payment, ['fulfilled', 'partially_refunded', 'disputed'], 'charged_back');
    if (year) await billingPorts().organisations.end(trx, { ...year, at: new Date() });
    if (lots) await revokeLot(trx, { ...lots, centitokens: 'all', key: id, cause: toSentence('Dispute lost') });
    await takeGoodsBack(trx, id, payment);
    await raiseAlarm(trx, { ...alarm, kind: 'dispute.lost', occasion: id });
    await notifyOfDispute(trx, { disputeId: id, payment, outcome: 'lost' });
  } else if (!others.open && !others.lost) {
    await moveOrder(trx, payment, ['disputed'], payment.refunded_cents > 0 ? 'partially_refunded' : 'fulfilled');
    if (lots) await thawLot(trx, { ...lots, key: id });
    // nothing was frozen if the dispute was already closed when first reported
    if (wasDisputed) await notifyOfDispute(trx, { disputeId: id, payment, outcome: 'won' });
  }
}

/** Tells whether it is an inquiry, which may precede a dispute and takes no money. */
const isQuestion = (status: string): boolean => status.startsWith('warning_');

/** Returns the states of the payment's other disputes: some cards allow more than one. */
async function otherDisputes(trx: Knex.Transaction, id: string, payment: PaymentRow): Promise<{ open: boolean; lost: boolean }> {
  const statuses: string[] = await trx('billing_dispute')
    .where({ payment_id: payment.id })
    .whereNot({ stripe_dispute_id: id })
    .pluck('status');
  return {
    open: statuses.some((status) => !isQuestion(status) && !['won', 'lost', 'prevented'].includes(status)),
    lost: statuses.includes('lost'),
  };
}

/**
 * Reverses a purchase after the bank took back the whole payment: the course's creator is owed nothing, the buyer's copy is removed, a seat
 * becomes free.
 */
async function takeGoodsBack(trx: Knex.Transaction, disputeId: string, payment: PaymentRow): Promise<void> {
  const orderId = orderOf(payment);
  if (!orderId) return;
  const back = { orderId, refundId: disputeId, cents: payment.amount_cents, isWhole: true, cause: toSentence('Dispute lost') };
  for (const takeBack of billingPorts().takeBack) await takeBack(trx, back);
}

async function moveOrder(trx: Knex.Transaction, payment: PaymentRow, from: readonly OrderStatus[], to: OrderStatus): Promise<void> {
  const orderId = orderOf(payment);
  if (orderId)
    await trx('billing_order').where({ id: orderId }).whereNotNull('fulfilled_at').whereIn('status', from).update({ status: to });
}

interface DisputeNews {
  readonly disputeId: string;
  readonly payment: PaymentRow;
  readonly outcome: PaymentDisputedData['outcome'];
}

const KINDS = { open: 'payment.disputed', won: 'dispute.won', lost: 'dispute.lost' } as const;

/** Notifies the payer that a bank disputes the payment and what is frozen, and later of the outcome; each once per dispute. */
async function notifyOfDispute(trx: Knex.Transaction, { disputeId, payment, outcome }: DisputeNews): Promise<void> {
  const { account_id: accountId, amount_cents, description: what, stripe_subscription_id: plan } = payment;
  const cause = `dispute-${outcome}:${disputeId}`;
  await addNotification(trx, { accountId, kind: KINDS[outcome], cause, subject: what });
  await billingPorts().notifySellerOfDispute(trx, { orderId: orderOf(payment), cause, outcome });
  const account = await trx('account').where({ id: accountId }).first('email');
  await addMail(trx, {
    kind: 'payment-disputed',
    cause,
    accountId,
    to: account!.email,
    data: { what, amount_cents, outcome, is_plan: plan !== null, link: '/billing' },
  });
}
