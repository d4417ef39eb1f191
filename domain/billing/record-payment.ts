import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import { planPaymentWords } from './payment-words.ts';
import { purchaseOf } from './resolve-purchase.ts';
import { dateOf, idOf, type StripeInvoice, type StripeSession } from '#domain/vendors/stripe/stripe.client.ts';
import { addMail } from '#domain/mail/add-mail.command.ts';
import type { Order } from './order.ts';

/** A row of `billing_payment`: money that came in, or is to come. */
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
  readonly status: 'open' | 'paid' | 'failed' | 'void';
  readonly disputed: boolean;
  readonly url: string | null;
  readonly paid_at: Date | null;
  /** What of a plan it pays for; null for something bought once. */
  readonly period_start: Date | null;
  readonly period_end: Date | null;
  readonly created_at: Date;
}

const STATUS: Readonly<Record<string, PaymentRow['status']>> = { paid: 'paid', open: 'open', void: 'void', uncollectible: 'failed' };
const REASONS = ['subscription_create', 'subscription_cycle'] as const;

/** Writes down the payment of something bought once, and mails its receipt. */
export async function recordPurchase(trx: Knex.Transaction, order: Order, session: StripeSession): Promise<void> {
  const purchase = purchaseOf(order.package_id);
  const paidAt = new Date();
  const [row] = await trx('billing_payment')
    .insert({
      id: uuidv7(),
      account_id: order.account_id,
      order_id: order.id,
      stripe_payment_intent_id: idOf(session.payment_intent),
      reason: 'purchase',
      description: purchase?.name ?? order.package_id,
      package_id: order.package_id,
      amount_cents: order.amount_cents,
      status: 'paid',
      paid_at: paidAt,
    })
    .onConflict('stripe_payment_intent_id')
    .ignore()
    .returning('*');
  if (row) await mailReceipt(trx, row, purchase?.tokens);
}

interface Invoiced {
  readonly accountId: string;
  readonly orderId: string | null;
  readonly packageId: string;
  readonly subscriptionId: string;
  readonly invoice: StripeInvoice;
}

/** Writes down an invoice of a plan as it was fetched; when it turns paid its receipt is mailed, once. What is paid stays paid. */
export async function recordInvoice(
  trx: Knex.Transaction,
  { accountId, orderId, packageId, subscriptionId, invoice }: Invoiced,
): Promise<void> {
  const status = STATUS[invoice.status ?? ''];
  const amount = status === 'paid' ? invoice.amount_paid : invoice.amount_due;
  if (!status || !invoice.id || amount <= 0) return;
  const now = {
    status,
    amount_cents: amount,
    stripe_payment_intent_id: intentOf(invoice),
    url: invoice.hosted_invoice_url ?? null,
    paid_at: status === 'paid' ? dateOf(invoice.status_transitions.paid_at ?? invoice.created) : null,
    ...periodOf(invoice),
  };
  const [row] = await trx('billing_payment')
    .insert({
      id: uuidv7(),
      account_id: accountId,
      order_id: orderId,
      stripe_invoice_id: invoice.id,
      stripe_subscription_id: subscriptionId,
      reason: REASONS.find((reason) => reason === invoice.billing_reason) ?? 'subscription_update',
      description: inEnglish(planPaymentWords(packageId, invoice.billing_reason === 'subscription_update')),
      package_id: packageId,
      ...now,
    })
    .onConflict('stripe_invoice_id')
    .merge(now)
    .whereNot('billing_payment.status', 'paid')
    .returning('*');
  if (row?.status === 'paid') await mailReceipt(trx, row);
}

/** The time that its lines charge for; what they credit is not looked at. */
function periodOf({ lines }: StripeInvoice): Pick<PaymentRow, 'period_start' | 'period_end'> {
  const charged = lines.data.filter(({ amount, period }) => amount > 0 && period.end > period.start);
  if (charged.length === 0) return { period_start: null, period_end: null };
  return {
    period_start: dateOf(Math.min(...charged.map(({ period }) => period.start))),
    period_end: dateOf(Math.max(...charged.map(({ period }) => period.end))),
  };
}

/** The payment that paid it, else the one under way. */
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
    to: account.email,
    data: {
      reference: row.id,
      order: row.order_id ?? row.id,
      occasion: row.reason,
      description: row.description,
      amount_cents: row.amount_cents,
      date: (row.paid_at ?? row.created_at).toISOString(),
      ...(tokens && { tokens: tokens * 100 }),
    },
  });
}
