import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { CATALOGUE_VERSION, type OrganisationPlan } from '#contract/billing/catalogue.ts';
import type { paymentStatus as endpoint } from '#contract/billing/payments.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { rowsOf, sql, expression } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { callStripe, idOf, type StripeSession } from '#domain/vendors/stripe/stripe.client.ts';
import { cancelAtStripe } from '#domain/billing/subscriptions/cancel-at-stripe.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { executeRefund } from '#domain/billing/refunds/refund.commands.ts';
import { hasEnded, judgeSession, receivedBy, subscriptionOf, type Verdict } from './judge-session.ts';
import { endLeftoverPlans } from '#domain/billing/subscriptions/end-leftover-plans.command.ts';
import { lockBilling, databaseNow, WAITING, type Order, type OrderStatus } from './order.ts';
import { SUBSCRIPTION_PARTS } from '#domain/billing/subscriptions/fetch-subscription.ts';
import { raiseAlarm } from '#domain/billing/alarms/alarm.commands.ts';
import { promisedTokens } from './promised-tokens.ts';
import { recordInvoice, recordPurchase, recordReceived } from './record-payment.ts';
import { notifyFailedOrder, notifyOfReview } from '#domain/billing/alarms/notify-failure.ts';

/** For a page that waits for the answer: one short try, since the page polls. */
const IN_A_HURRY = { timeout: 3_000, maxNetworkRetries: 0 };
/** Everything of a session that is needed to judge and fulfil it. */
const PARTS = ['line_items', 'payment_intent.latest_charge', 'subscription', ...SUBSCRIPTION_PARTS.map((part) => `subscription.${part}`)];

/** Settles the order that a session belongs to. @returns false when it is not ours */
export async function settleSession(sessionId: string, { saidToHaveFailed = false } = {}): Promise<boolean> {
  const known = await database()('billing_order').where({ stripe_session_id: sessionId }).first('id');
  if (known) return settleOrder(known.id, { saidToHaveFailed });
  // a process crashed between opening the page and storing its id
  const session = await fetchSession(sessionId);
  const id = session.client_reference_id ?? '';
  const order = isUuid(id) && (await database()('billing_order').where({ id }).first('id'));
  return order ? settleOrder(order.id, { saidToHaveFailed, sessionId }) : false;
}

/**
 * Fetches the outcome of an order's payment from Stripe and acts on it. The webhook, the poll and the reconciler all call this, possibly at
 * the same time; only the first fulfils the order. The session is fetched outside any transaction, because an event's content is not
 * trusted.
 * @returns false when the order has no payment page yet
 * @throws StripeFailure
 */
export async function settleOrder(
  orderId: string,
  { saidToHaveFailed = false, hurry = false, sessionId }: { saidToHaveFailed?: boolean; hurry?: boolean; sessionId?: string } = {},
): Promise<boolean> {
  const order: Order | undefined = await database()('billing_order').where({ id: orderId }).first();
  const page = order?.stripe_session_id ?? sessionId;
  if (!order || !page) return false;
  if (order.fulfilled_at) return true;
  const stamp = await databaseNow(database());
  const session = await fetchSession(page, hurry);
  const verdict = judgeSession(order, session, saidToHaveFailed);
  // an ended subscription that was refused needs no slot, so plans begun since must not be ended for it
  if (verdict.kind === 'fulfil' && session.mode === 'subscription' && !hasEnded(subscriptionOf(session)))
    await endLeftoverPlans({
      accountId: order.account_id,
      forOrganisation: order.kind === 'organisation',
      except: idOf(session.subscription),
      keepTrial: order.trial,
    });
  const unwanted = await transact((trx) => settle(trx, { orderId, session, verdict, stamp }));
  if (unwanted.cancel) await cancelAtStripe(unwanted.cancel);
  if (unwanted.refund) await executeRefund(unwanted.refund);
  return true;
}

function fetchSession(id: string, hurry = false): Promise<StripeSession> {
  return callStripe('checkout.sessions.retrieve', 'checkout.session', (stripe) =>
    stripe.checkout.sessions.retrieve(id, { expand: PARTS }, hurry ? IN_A_HURRY : {}),
  );
}

interface Settlement {
  readonly orderId: string;
  readonly session: StripeSession;
  readonly verdict: Verdict;
  readonly stamp: Date;
}

/** The calls to Stripe that remain: end an unwanted subscription, and make a refund (our id). */
interface Unwanted {
  readonly cancel?: string | null;
  readonly refund?: string | null;
}

async function settle(trx: Knex.Transaction, { orderId, session, verdict, stamp }: Settlement): Promise<Unwanted> {
  const { account_id: accountId } = (await trx('billing_order').where({ id: orderId }).first('account_id'))!;
  await lockBilling(trx, accountId);
  const order: Order = (await trx('billing_order').where({ id: orderId }).forUpdate().first())!;
  if (order.fulfilled_at) return {};
  await trx('billing_order')
    .where({ id: orderId })
    .update({
      stripe_session_id: session.id,
      stripe_subscription_id: idOf(session.subscription),
      stripe_payment_status: session.payment_status,
      last_checked_at: trx.fn.now(),
    });
  if (verdict.kind === 'fulfil') {
    const subscription = subscriptionOf(session);
    const refusal = await fulfilOrder(trx, { order, session, subscription, stamp });
    if (!refusal) return {};
    await review(trx, order, refusal.reason);
    return { cancel: refusal.cancel, refund: refusal.giveBack ? await refundUnwanted(trx, order, session, refusal.reason) : null };
  }
  if (verdict.kind === 'review') {
    const received = await keepReceived(trx, order, session);
    await review(trx, order, verdict.reason);
    if (received !== null) await notifyOfReview(trx, order, received);
  }
  // an order under review stays there; an ended order never changes back
  else if (WAITING.includes(order.status) && verdict.kind !== order.status) {
    await trx('billing_order').where({ id: orderId }).update({ status: verdict.kind });
    if (verdict.kind === 'failed') await notifyFailedOrder(trx, order);
  }
  return {};
}

/**
 * Plans a refund. Money that bought nothing, because two tabs were both paid or a bank paid for a deleted account, is refunded at once.
 * @returns the refund to make, or null when nothing was paid
 */
async function refundUnwanted(trx: Knex.Transaction, order: Order, session: StripeSession, reason: string): Promise<string | null> {
  const { account_id: accountId, package_id: packageId, id: orderId } = order;
  const subscription = subscriptionOf(session);
  if (subscription) {
    const invoice = subscription.latest_invoice;
    if (!invoice || typeof invoice === 'string') return null;
    await recordInvoice(trx, { accountId, orderId, packageId, subscriptionId: subscription.id, invoice });
  } else await recordPurchase(trx, order, session);
  const payment = await trx('billing_payment').where({ order_id: orderId, status: 'paid', refunded_cents: 0 }).first('id', 'amount_cents');
  if (!payment || (await trx('refund').where({ payment_id: payment.id }).first('id'))) return null;
  const id = uuidv7();
  await trx('refund').insert({
    id,
    payment_id: payment.id,
    account_id: accountId,
    amount_cents: payment.amount_cents,
    requested_by: 'operator',
    reason,
  });
  return id;
}

/**
 * Stores the amount received for an order that was not fulfilled, so that an operator can refund or accept it. Stores nothing for a page of
 * another order, nor for one whose payment Stripe does not name.
 * @returns the cents received, or null when unknown
 */
async function keepReceived(trx: Knex.Transaction, order: Order, session: StripeSession): Promise<number | null> {
  if (!receivedBy(order, session)) return null;
  const subscription = subscriptionOf(session);
  const invoice = subscription?.latest_invoice;
  if (subscription && invoice && typeof invoice === 'object')
    await recordInvoice(trx, {
      accountId: order.account_id,
      orderId: order.id,
      packageId: order.package_id,
      subscriptionId: subscription.id,
      invoice,
    });
  else if (idOf(session.payment_intent)) await recordReceived(trx, order, session);
  return (await receivedFor(trx, order.id))?.cents ?? null;
}

/** Flags an order for an operator because the payment does not match it. Raises one alarm and notifies the buyer. */
async function review(trx: Knex.Transaction, order: Order, reason: string): Promise<void> {
  if (order.status === 'review' && order.review_reason === reason) return;
  await trx('billing_order').where({ id: order.id }).update({ status: 'review', review_reason: reason });
  await recordAudit({ actor: 'system:billing', action: 'order.review', subject: `order:${order.id}`, detail: { reason } }, trx);
  await raiseAlarm(trx, {
    kind: 'order.review',
    occasion: `${order.id}:${reason}`,
    subject: `order:${order.id}`,
    accountId: order.account_id,
    detail: { reason, package_id: order.package_id, amount_cents: order.amount_cents },
  });
}

/** Returns the amount received for an order, or null if unknown. */
async function receivedFor(store: Knex, orderId: string): Promise<{ cents: number; isGivenBack: boolean } | null> {
  const payment = await store('billing_payment').where({ order_id: orderId, status: 'paid' }).first('amount_cents', 'refunded_cents');
  return payment ? { cents: payment.amount_cents, isGivenBack: payment.refunded_cents >= payment.amount_cents } : null;
}

/**
 * Fulfils an order under review for the amount paid, as an operator decided; that amount becomes its price, also for the seller. Call it
 * once, in a transaction that holds the buyer's lock.
 * @param page the payment page as fetched from Stripe before
 * @returns why it cannot be granted, or null when it was
 */
export async function fulfilReviewed(
  trx: Knex.Transaction,
  { orderId, page, stamp }: { orderId: string; page: StripeSession; stamp: Date },
): Promise<string | null> {
  const order: Order = (await trx('billing_order').where({ id: orderId }).forUpdate().first())!;
  if (order.status !== 'review') return 'it is not under review';
  const paid = (await receivedFor(trx, orderId))?.cents ?? 0;
  const detail = { ...order.detail, ...(paid !== order.amount_cents && { asked_cents: order.amount_cents }) };
  await trx('billing_order')
    .where({ id: orderId })
    .update({ amount_cents: paid, detail: JSON.stringify(detail) });
  const refusal = await fulfilOrder(trx, {
    order: { ...order, amount_cents: paid, detail },
    session: page,
    subscription: subscriptionOf(page),
    stamp,
  });
  return refusal?.reason ?? null;
}

/** Fetches the payment page of an order; null when it has none. @throws StripeFailure */
export async function pageOf(orderId: string): Promise<StripeSession | null> {
  const order = await database()('billing_order').where({ id: orderId }).first('stripe_session_id');
  return order?.stripe_session_id ? fetchSession(order.stripe_session_id) : null;
}

interface ContractOrder {
  readonly orderId: string;
  readonly ownerId: string;
  readonly plan: OrganisationPlan;
  /** Unique among contracts, ignoring case. */
  readonly detail: { readonly reference: string };
}

/**
 * Adds a fulfilled order for a contract that was paid outside the product.
 * @returns false when its reference is taken; nothing was added
 */
export async function addContractOrder(trx: Knex.Transaction, { orderId, ownerId, plan, detail }: ContractOrder): Promise<boolean> {
  const added = await rowsOf(
    trx,
    sql`insert into billing_order (id, account_id, kind, package_id, catalogue_version, amount_cents, status, fulfilled_at, detail)
        values (${orderId}, ${ownerId}, 'contract', ${plan.id}, ${CATALOGUE_VERSION}, ${plan.amount_cents}, 'fulfilled', now(),
                ${JSON.stringify(detail)})
        on conflict ((lower(detail->>'reference'))) where kind = 'contract' do nothing returning id`,
  );
  return added.length > 0;
}

type PaymentStatus = AnswerOf<typeof endpoint>;

/** Minimum time between queries to Stripe about one order, however many callers poll. */
const ASK_EVERY_MS = 1_500;

/** Our names of the states (A05); 'paid' means granted, trials included. */
const SAID: Readonly<Record<OrderStatus, Pick<PaymentStatus, 'payment_status' | 'stripe_status'>>> = {
  created: { payment_status: 'unpaid', stripe_status: 'open' },
  open: { payment_status: 'unpaid', stripe_status: 'open' },
  pending: { payment_status: 'unpaid', stripe_status: 'complete' },
  review: { payment_status: 'review', stripe_status: 'complete' },
  fulfilled: { payment_status: 'paid', stripe_status: 'complete' },
  refunded: { payment_status: 'paid', stripe_status: 'complete' },
  partially_refunded: { payment_status: 'paid', stripe_status: 'complete' },
  disputed: { payment_status: 'paid', stripe_status: 'complete' },
  charged_back: { payment_status: 'paid', stripe_status: 'complete' },
  failed: { payment_status: 'failed', stripe_status: 'complete' },
  expired: { payment_status: 'expired', stripe_status: 'expired' },
};

/**
 * Tells whether a payment has arrived. Until it has, queries Stripe and fulfils a payment that Stripe reports at once, without waiting for
 * the webhook. If Stripe is unreachable, returns the last known state.
 * @throws ProductError not_found for an unknown session, and for another user's
 */
export async function paymentStatus({ accountId, sessionId }: { accountId: string; sessionId: string }): Promise<PaymentStatus> {
  let order = await findOrder(accountId, sessionId);
  if (WAITING.includes(order.status) && (await mayAsk(order.id))) {
    await settleOrder(order.id, { hurry: true }).catch((error: unknown) => {
      if (!isStripeFailure(error)) throw error;
      logger().warn(
        { order_id: order.id, err: error.cause },
        'billing: the payment could not be read from Stripe; the last known state is returned',
      );
    });
    order = await findOrder(accountId, sessionId);
  }
  const received = order.status === 'review' ? await receivedFor(database(), order.id) : null;
  return {
    success: true,
    ...SAID[order.status],
    ...(received?.isGivenBack && { payment_status: 'refunded' as const }),
    due_cents: order.amount_cents,
    received_cents: received?.cents ?? null,
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

/** Picks one of several concurrent callers, in any process, to query Stripe. */
async function mayAsk(orderId: string): Promise<boolean> {
  const count = await database()('billing_order')
    .where({ id: orderId })
    .where(expression(database(), sql`(last_checked_at is null or last_checked_at <= now() - ${ASK_EVERY_MS} * interval '1 ms')`))
    .update({ last_checked_at: database().fn.now() });
  return count > 0;
}
