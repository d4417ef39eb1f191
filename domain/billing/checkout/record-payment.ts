import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { lookup } from '#contract/platform/lookup.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import { chargedLines } from '#domain/billing/catalogue/charged-package.ts';
import { methodFingerprint } from './payment-method.ts';
import { planPaymentWords } from './payment-messages.ts';
import { orderName, promisedTokens } from './promised-tokens.ts';
import { dateOf, idOf, type StripeInvoice, type StripeSession } from '#domain/vendors/stripe/stripe.client.ts';
import { addMail } from '#domain/mail/mail.commands.ts';
import { receivedBy } from './judge-session.ts';
import type { Order } from './order.ts';

/** A row of `billing_payment`: money that was paid, or is due. */
export interface PaymentRow {
  readonly id: string;
  readonly account_id: string;
  readonly order_id: string | null;
  readonly stripe_payment_intent_id: string | null;
  readonly stripe_invoice_id: string | null;
  readonly stripe_subscription_id: string | null;
  readonly reason: 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  readonly description: string;
  readonly package_id: string;
  readonly amount_cents: number;
  readonly refunded_cents: number;
  /** Unused part of earlier payments, deducted from an upgrade's price. */
  readonly unused_cents: number;
  readonly status: 'open' | 'paid' | 'failed' | 'void';
  readonly disputed: boolean;
  readonly url: string | null;
  readonly paid_at: Date | null;
  /** The plan's period that it pays for; null for a one-time purchase. */
  readonly period_start: Date | null;
  readonly period_end: Date | null;
  readonly created_at: Date;
  /** What Stripe recognises the card or bank account by (`methodFingerprint`); null if unknown. */
  readonly method_fingerprint: string | null;
}

const STATUS: Readonly<Record<string, PaymentRow['status']>> = lookup({
  paid: 'paid',
  open: 'open',
  void: 'void',
  uncollectible: 'failed',
});
const REASONS = ['subscription_create', 'subscription_cycle'] as const;

/** Stores the payment of a one-time purchase, and mails its receipt. */
export async function recordPurchase(trx: Knex.Transaction, order: Order, session: StripeSession): Promise<void> {
  await recordReceived(trx, order, session);
  // it may already be stored, from before the order was fulfilled
  const row = await trx('billing_payment').where({ order_id: order.id, reason: 'purchase' }).first();
  if (row) await mailReceipt(trx, row, promisedTokens(order));
}

/** Stores the amount received for a one-time purchase, fulfilled or not. Once per payment at Stripe. */
export async function recordReceived(trx: Knex.Transaction, order: Order, session: StripeSession): Promise<void> {
  const cents = receivedBy(order, session) ?? order.amount_cents;
  if (cents <= 0) return;
  await trx('billing_payment')
    .insert({
      id: uuidv7(),
      account_id: order.account_id,
      order_id: order.id,
      stripe_payment_intent_id: idOf(session.payment_intent),
      reason: 'purchase',
      description: orderName(order),
      package_id: order.package_id,
      amount_cents: cents,
      status: 'paid',
      paid_at: new Date(),
      method_fingerprint: methodFingerprint(session.payment_intent),
    })
    .onConflict('stripe_payment_intent_id')
    .ignore();
}

interface Invoiced {
  readonly accountId: string;
  readonly orderId: string | null;
  /** The plan it belongs to. */
  readonly packageId: string;
  /** The plan it charges for, where known; for an upgrade, the new plan. */
  readonly charged?: string | null;
  readonly subscriptionId: string;
  readonly invoice: StripeInvoice;
}

/**
 * Stores a fetched invoice of a plan, and mails its receipt once when it becomes paid. A paid invoice stays paid. An invoice paid entirely
 * by credit is stored with amount 0 and has no receipt; trial days charge nothing and are not stored.
 */
export async function recordInvoice(
  trx: Knex.Transaction,
  { accountId, orderId, packageId, charged, subscriptionId, invoice }: Invoiced,
): Promise<void> {
  const status = STATUS[invoice.status ?? ''];
  const amount = status === 'paid' ? invoice.amount_paid : invoice.amount_due;
  const isPaidByCredit = status === 'paid' && amount === 0 && chargedLines(invoice).length > 0;
  if (!status || !invoice.id || (amount <= 0 && !isPaidByCredit)) return;
  const wordsOf = (id: string) => inEnglish(planPaymentWords(id, invoice.billing_reason === 'subscription_update'));
  const now = {
    status,
    amount_cents: amount,
    unused_cents: unusedOf(invoice),
    stripe_payment_intent_id: intentOf(invoice),
    url: invoice.hosted_invoice_url ?? null,
    paid_at: status === 'paid' ? dateOf(invoice.status_transitions.paid_at ?? invoice.created) : null,
    ...periodOf(invoice),
    ...(charged && { package_id: charged, description: wordsOf(charged) }),
  };
  const [row] = await trx('billing_payment')
    .insert({
      id: uuidv7(),
      account_id: accountId,
      order_id: orderId,
      stripe_invoice_id: invoice.id,
      stripe_subscription_id: subscriptionId,
      reason: REASONS.find((reason) => reason === invoice.billing_reason) ?? 'subscription_update',
      description: wordsOf(packageId),
      package_id: packageId,
      ...now,
    })
    .onConflict('stripe_invoice_id')
    .merge(now)
    .whereNot('billing_payment.status', 'paid')
    .returning('*');
  if (row?.status === 'paid' && row.amount_cents > 0) await mailReceipt(trx, row);
}

/**
 * Returns the occasion named on the receipt: Stripe reports the charge at the end of a trial as a renewal, but it is the user's first
 * payment.
 */
async function occasionOf(trx: Knex.Transaction, { id, reason, stripe_subscription_id }: PaymentRow): Promise<PaymentRow['reason']> {
  if (reason !== 'subscription_cycle') return reason;
  const before = await trx('billing_payment').where({ stripe_subscription_id, status: 'paid' }).whereNot({ id }).first('id');
  return before ? reason : 'subscription_create';
}

/** Returns the sum that the invoice's credit lines deduct. */
const unusedOf = ({ lines }: StripeInvoice): number => lines.data.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0);

/** Returns the period that the invoice's lines charge for. */
function periodOf(invoice: StripeInvoice): Pick<PaymentRow, 'period_start' | 'period_end'> {
  const charged = chargedLines(invoice).filter(({ period }) => period.end > period.start);
  if (charged.length === 0) return { period_start: null, period_end: null };
  return {
    period_start: dateOf(Math.min(...charged.map(({ period }) => period.start))),
    period_end: dateOf(Math.max(...charged.map(({ period }) => period.end))),
  };
}

/** Returns the payment that paid an invoice, else its pending one. */
function intentOf(invoice: StripeInvoice): string | null {
  const payments = invoice.payments?.data ?? [];
  const payment = payments.find(({ status }) => status === 'paid') ?? payments[0];
  return idOf(payment?.payment.payment_intent);
}

async function mailReceipt(trx: Knex.Transaction, row: PaymentRow, tokens?: number): Promise<void> {
  const account = await trx('account').where({ id: row.account_id }).first('email');
  await addMail(trx, {
    kind: 'receipt',
    cause: `receipt:${row.stripe_invoice_id ?? row.order_id}`,
    accountId: row.account_id,
    to: account!.email,
    data: {
      reference: row.id,
      order: row.order_id ?? row.id,
      occasion: await occasionOf(trx, row),
      description: row.description,
      amount_cents: row.amount_cents,
      date: (row.paid_at ?? row.created_at).toISOString(),
      ...(tokens && { tokens: tokens * 100 }),
    },
  });
}
