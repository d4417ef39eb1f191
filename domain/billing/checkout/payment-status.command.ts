import type { paymentStatus as endpoint } from '#contract/billing/payments.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { WAITING, type Order, type OrderStatus } from './order.ts';
import { promisedTokens } from './promised-tokens.ts';
import { settleOrder } from './settle-order.command.ts';

type PaymentStatus = AnswerOf<typeof endpoint>;

/** Stripe is asked about one order at most so often, whoever asks us. */
const ASK_EVERY_MS = 1_500;

/** In our words (A05): 'paid' is what was given, a trial included. */
const SAID: Readonly<Record<OrderStatus, Pick<PaymentStatus, 'payment_status' | 'stripe_status'>>> = {
  created: { payment_status: 'unpaid', stripe_status: 'open' },
  open: { payment_status: 'unpaid', stripe_status: 'open' },
  pending: { payment_status: 'unpaid', stripe_status: 'complete' },
  review: { payment_status: 'unpaid', stripe_status: 'complete' },
  fulfilled: { payment_status: 'paid', stripe_status: 'complete' },
  refunded: { payment_status: 'paid', stripe_status: 'complete' },
  partially_refunded: { payment_status: 'paid', stripe_status: 'complete' },
  disputed: { payment_status: 'paid', stripe_status: 'complete' },
  charged_back: { payment_status: 'paid', stripe_status: 'complete' },
  failed: { payment_status: 'failed', stripe_status: 'complete' },
  expired: { payment_status: 'expired', stripe_status: 'expired' },
};

/**
 * Whether a payment has landed. While it has not, Stripe is asked, and what it says is paid is fulfilled at once, so nobody waits for a
 * webhook. When Stripe cannot be reached the answer is what was known last.
 * @throws ProductError not_found, the same for an unknown session and somebody else's
 */
export async function paymentStatus({ accountId, sessionId }: { accountId: string; sessionId: string }): Promise<PaymentStatus> {
  let order = await findOrder(accountId, sessionId);
  if (WAITING.includes(order.status) && (await mayAsk(order.id))) {
    await settleOrder(order.id, { hurry: true }).catch((error: unknown) => {
      if (!isStripeFailure(error)) throw error;
      logger().warn({ order_id: order.id, err: error.cause }, 'billing: the payment could not be asked for; the last known state is told');
    });
    order = await findOrder(accountId, sessionId);
  }
  return {
    success: true,
    ...SAID[order.status],
    stripe_payment_status: order.stripe_payment_status,
    kind: order.kind === 'contract' ? 'organisation' : order.kind,
    package_id: order.package_id,
    tokens: order.kind === 'tokens' ? promisedTokens(order) : null,
    trial: order.trial,
  };
}

async function findOrder(accountId: string, sessionId: string): Promise<Order> {
  const order = await database()('billing_order').where({ stripe_session_id: sessionId, account_id: accountId }).first();
  if (!order) throw notFound('payment');
  return order;
}

/** Of several who ask at once, in however many processes, one goes to Stripe. */
async function mayAsk(orderId: string): Promise<boolean> {
  const { rowCount } = await database().raw(
    `update billing_order set last_checked_at = now()
      where id = ? and (last_checked_at is null or last_checked_at <= now() - interval '${ASK_EVERY_MS} ms')`,
    [orderId],
  );
  return rowCount > 0;
}
