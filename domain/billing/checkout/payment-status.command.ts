import { expression, sql } from '#domain/platform/sql.ts';
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

/** Stripe is queried about one order at most this often, however many callers poll. */
const ASK_EVERY_MS = 1_500;

/** Our names of the states (A05): 'paid' means granted, trials included. */
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
 * Tells whether a payment has arrived. Until it has, Stripe is queried, and a payment it reports is fulfilled at once, without waiting for
 * the webhook. If Stripe is unreachable, the last known state is returned.
 * @throws ProductError not_found, the same for an unknown session and another user's
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

/** Lets one of several concurrent callers, in any process, query Stripe. */
async function mayAsk(orderId: string): Promise<boolean> {
  const count = await database()('billing_order')
    .where({ id: orderId })
    .where(expression(database(), sql`(last_checked_at is null or last_checked_at <= now() - ${ASK_EVERY_MS} * interval '1 ms')`))
    .update({ last_checked_at: database().fn.now() });
  return count > 0;
}
