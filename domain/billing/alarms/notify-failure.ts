import type { Knex } from 'knex';
import { addMail } from '#domain/mail/mail.commands.ts';
import type { PaymentFailedData } from '#domain/mail/templates/payment-failed.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import type { StripeSubscription } from '#domain/vendors/stripe/stripe.client.ts';
import type { Order } from '#domain/billing/checkout/order.ts';
import { orderName } from '#domain/billing/checkout/promised-tokens.ts';
import { purchaseOf } from '#domain/billing/checkout/resolve-purchase.ts';
import type { SubscriptionRow } from '#domain/billing/subscriptions/subscription-row.ts';

/** Notifies the buyer that a payment has failed after days of pending. */
export async function notifyFailedOrder(trx: Knex.Transaction, order: Order): Promise<void> {
  const failure = { packageId: order.package_id, amountCents: order.amount_cents, outcome: 'not_bought' } as const;
  await notify(trx, order.account_id, `payment-failed:${order.id}`, failure);
}

/**
 * Notifies the payer of a plan that its renewal was not paid, and later that the plan has ended for that reason; each once per invoice. A
 * plan that the payer cancelled causes no notification.
 */
export async function notifyUnpaidPlan(
  trx: Knex.Transaction,
  before: SubscriptionRow,
  { status: after, toConfirm }: Pick<SubscriptionRow, 'status'> & { readonly toConfirm: boolean },
  { latest_invoice: invoice, cancellation_details: details }: StripeSubscription,
): Promise<void> {
  if (before.status === after || !invoice || typeof invoice === 'string') return;
  const failure = { packageId: before.package_id, amountCents: invoice.amount_due };
  if (after === 'past_due')
    await notify(trx, before.account_id, `payment-failed:${invoice.id}`, { ...failure, outcome: toConfirm ? 'to_confirm' : 'tried_again' });
  else if (after === 'unpaid' || (after === 'canceled' && details?.reason === 'payment_failed'))
    await notify(trx, before.account_id, `plan-unpaid:${invoice.id}`, { ...failure, outcome: 'ended' });
}

/** Notifies the buyer, once per order, that the amount received differs from the amount due and is being reviewed. */
export async function notifyOfReview(trx: Knex.Transaction, order: Order, receivedCents: number): Promise<void> {
  const what = orderName(order);
  const cause = `payment-review:${order.id}`;
  await addNotification(trx, { accountId: order.account_id, kind: 'payment.review', cause, subject: what });
  const account = await trx('account').where({ id: order.account_id }).first('email');
  await addMail(trx, {
    kind: 'payment-review',
    cause,
    accountId: order.account_id,
    to: account!.email,
    data: { what, amount_cents: order.amount_cents, received_cents: receivedCents, link: '/billing' },
  });
}

/** In-product notifications; the mail carries the details. */
const NEWS = {
  not_bought: 'payment.failed',
  tried_again: 'payment.failed',
  to_confirm: 'payment.to_confirm',
  ended: 'plan.unpaid',
} as const satisfies Record<PaymentFailedData['outcome'], string>;

interface Failure {
  readonly packageId: string;
  readonly amountCents: number;
  readonly outcome: PaymentFailedData['outcome'];
}

async function notify(
  trx: Knex.Transaction,
  accountId: string,
  cause: string,
  { packageId, amountCents, outcome }: Failure,
): Promise<void> {
  const what = purchaseOf(packageId)?.name ?? packageId;
  await addNotification(trx, { accountId, kind: NEWS[outcome], cause, subject: what });
  const account = await trx('account').where({ id: accountId }).first('email');
  await addMail(trx, {
    kind: 'payment-failed',
    cause,
    accountId,
    to: account!.email,
    data: { what, amount_cents: amountCents, outcome, link: '/billing' },
  });
}
