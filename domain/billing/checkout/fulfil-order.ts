import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { addMail } from '#domain/mail/mail.commands.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { billingPorts } from '#domain/billing/billing.ports.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { dateOf, type StripeSession, type StripeSubscription } from '#domain/vendors/stripe/stripe.client.ts';
import { PLAN_IN_FORCE } from '#domain/billing/subscriptions/current-plan.queries.ts';
import { grantTokens } from '#domain/billing/ledger/grant.commands.ts';
import { hasEnded } from './judge-session.ts';
import type { Order } from './order.ts';
import { orderName, promisedTokens } from './promised-tokens.ts';
import { recordPurchase } from './record-payment.ts';
import { purchaseOf } from './resolve-purchase.ts';
import { useTrial } from '#domain/billing/trials/trial-use.ts';
import { writeSubscription } from '#domain/billing/subscriptions/write-subscription.ts';

/** The page that shows the purchased product; default: the billing page. */
const LINKS: Partial<Record<Order['kind'], string>> = { course: '/courses', event: '/community/nearby?show=events' };

interface Paid {
  readonly order: Order;
  readonly session: StripeSession;
  readonly subscription: StripeSubscription | null;
  readonly stamp: Date;
}

/** Why an order grants nothing. Any subscription it created must end (`cancel`); the payment is refunded, or an operator decides. */
export interface Refusal {
  readonly reason: string;
  readonly cancel: string | null;
  readonly giveBack: boolean;
}

/** Thrown inside a savepoint to roll it back. */
class NotGiven extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/**
 * Grants all of a paid order, or nothing. The caller's transaction holds the user's billing lock and the order's row, and has checked that
 * the order is not fulfilled; unique keys of lots, subscriptions and mails are the second safeguard.
 * @returns null when it was granted, else the refusal
 */
export async function fulfilOrder(trx: Knex.Transaction, paid: Paid): Promise<Refusal | null> {
  try {
    await trx.transaction((inner) => give(inner, paid));
    return null;
  } catch (error) {
    if (error instanceof NotGiven) return error.refusal;
    throw error;
  }
}

async function give(trx: Knex.Transaction, paid: Paid): Promise<void> {
  const { order, session, subscription } = paid;
  // this order was refused and refunded before: a slot that became free meanwhile must not fulfil it now
  if (order.status === 'review' && (hasEnded(subscription) || (await isGivenBack(trx, order))))
    throw new NotGiven({
      reason: order.review_reason ?? 'the plan has ended',
      cancel: hasEnded(subscription) ? null : (subscription?.id ?? null),
      giveBack: false,
    });
  if (await isGone(trx, order.account_id)) throw new NotGiven(unwanted('the account was deleted', subscription));
  if (order.kind === 'tokens') await giveTokens(trx, order, session);
  else if (order.kind === 'organisation') await giveOrganisation(trx, paid);
  else if (order.kind === 'subscription') await givePlan(trx, paid);
  else if (order.kind === 'course' || order.kind === 'event') await sellOnce(trx, paid, billingPorts().sold[order.kind]);
  else throw new NotGiven({ reason: `a ${order.kind} is not sold here`, cancel: null, giveBack: false });
  await trx('billing_order').where({ id: order.id }).update({ status: 'fulfilled', fulfilled_at: trx.fn.now(), review_reason: null });
  await recordAudit(
    {
      actor: 'system:billing',
      action: 'order.fulfil',
      subject: `order:${order.id}`,
      detail: { account: order.account_id, package_id: order.package_id, amount_cents: session.amount_total, trial: order.trial },
    },
    trx,
  );
  await notifyBuyer(trx, order, subscription);
}

/** Tells whether the order was refunded, even if a crash prevented ending the plan at Stripe. */
async function isGivenBack(trx: Knex.Transaction, order: Order): Promise<boolean> {
  const refund = await trx('refund')
    .join('billing_payment', 'billing_payment.id', 'refund.payment_id')
    .where('billing_payment.order_id', order.id)
    .whereNot('refund.status', 'failed')
    .first('refund.id');
  return refund !== undefined;
}

/**
 * Tells whether the account was deleted; bank payments take days. Locks the account against a concurrent deletion: the purge skips locked
 * accounts.
 */
async function isGone(trx: Knex.Transaction, accountId: string): Promise<boolean> {
  const [account] = await rowsOf<{ is_gone: boolean }>(
    trx,
    sql`select deleted_at is not null as is_gone from account where id = ${accountId} for share`,
  );
  return account!.is_gone;
}

/**
 * Builds the refusal of a purchase that the user no longer wants or may not have: its subscription ends at Stripe and the payment is
 * refunded.
 */
const unwanted = (reason: string, subscription: StripeSubscription | null): Refusal => ({
  reason,
  cancel: subscription?.id ?? null,
  giveBack: true,
});

async function giveTokens(trx: Knex.Transaction, order: Order, session: StripeSession): Promise<void> {
  const tokens = promisedTokens(order);
  if (!tokens) throw new NotGiven({ reason: 'not in the catalogue', cancel: null, giveBack: false });
  await grantTokens(trx, {
    owner: { kind: 'user', id: order.account_id },
    source: 'purchase',
    centitokens: tokens * 100,
    periodKey: `order:${order.id}`,
    orderId: order.id,
    cause: toSentence('Purchase: {n} tokens', { n: tokens }),
  });
  await recordPurchase(trx, order, session);
}

/** Grants a one-time purchase. @param giveIt returns why it cannot be granted, or null when it was */
async function sellOnce(
  trx: Knex.Transaction,
  { order, session }: Paid,
  giveIt: (trx: Knex.Transaction, order: Order) => Promise<string | null>,
): Promise<void> {
  const refused = await giveIt(trx, order);
  if (refused) throw new NotGiven(unwanted(refused, null));
  await recordPurchase(trx, order, session);
}

async function givePlan(trx: Knex.Transaction, { order, subscription, stamp }: Paid): Promise<void> {
  if (!subscription) throw new NotGiven({ reason: 'no subscription', cancel: null, giveBack: false });
  const accountId = order.account_id;
  await endTrials(trx, accountId);
  if (await isRunning(trx, { accountId, forOrganisation: false })) throw new NotGiven(unwanted('a plan was running already', subscription));
  if (order.trial && !(await useTrial(trx, accountId, 'checkout')))
    throw new NotGiven(unwanted('the trial was used already', subscription));
  if (!(await writeSubscription(trx, { accountId, subscription, stamp, orderId: order.id })))
    throw new NotGiven(unwanted('the plan is not in the catalogue', subscription));
}

/** Tells whether the user has a live plan of this kind: the unique index of live plans allows one of each. */
async function isRunning(trx: Knex.Transaction, of: { accountId: string; forOrganisation: boolean }): Promise<boolean> {
  const other = await trx('subscription')
    .where({ account_id: of.accountId, for_organisation: of.forOrganisation })
    .whereIn('status', ['trialing', 'active', 'past_due'])
    .first('id');
  return other !== undefined;
}

/** Frees the unique slot of live plans when a paid plan begins: ends our own trials, and plans that expired without a webhook. */
async function endTrials(trx: Knex.Transaction, accountId: string): Promise<void> {
  await trx('subscription')
    .where({ account_id: accountId, for_organisation: false })
    .whereIn('status', ['trialing', 'active', 'past_due'])
    .where(expression(trx, sql`(stripe_subscription_id is null or not (${PLAN_IN_FORCE}))`))
    .update({ status: 'canceled', ended_at: expression(trx, sql`least(now(), coalesce(trial_end, period_end))`) });
}

async function giveOrganisation(trx: Knex.Transaction, { order, subscription, stamp }: Paid): Promise<void> {
  const item = subscription?.items.data[0];
  if (!subscription || !item) throw new NotGiven({ reason: 'no subscription', cancel: null, giveBack: false });
  if (await isRunning(trx, { accountId: order.account_id, forOrganisation: true }))
    throw new NotGiven(unwanted('an organisation was paid for already', subscription));
  if (!(await writeSubscription(trx, { accountId: order.account_id, subscription, stamp, orderId: order.id })))
    throw new NotGiven({ reason: 'the plan is not in the catalogue', cancel: null, giveBack: false });
  await billingPorts().organisations.create(trx, {
    orderId: order.id,
    packageId: order.package_id,
    ownerId: order.account_id,
    name: order.detail.organisation_name ?? 'Our organisation',
    startsAt: dateOf(item.current_period_start),
    endsAt: dateOf(item.current_period_end),
  });
}

/**
 * Notifies the buyer in the product, and also by mail when the page had to say 'not yet' (G14) or for a trial, which has no receipt. For
 * payments, the receipt is the mail.
 */
async function notifyBuyer(trx: Knex.Transaction, order: Order, subscription: StripeSubscription | null): Promise<void> {
  const subject = orderName(order);
  await addNotification(trx, { accountId: order.account_id, kind: 'payment.landed', cause: `payment.landed:${order.id}`, subject });
  if (order.status !== 'pending' && !order.trial) return;
  const account = await trx('account').where({ id: order.account_id }).first('email');
  const to = { accountId: order.account_id, to: account!.email as string };
  const interval = purchaseOf(order.package_id)?.interval;
  if (order.trial && subscription?.trial_end && interval) {
    const data = {
      plan: subject,
      ends_at: dateOf(subscription.trial_end).toISOString(),
      amount_cents: order.amount_cents,
      interval,
      link: '/billing',
    };
    await addMail(trx, { kind: 'trial-begun', cause: `trial-begun:${order.id}`, ...to, data });
    return;
  }
  const tokens = promisedTokens(order);
  await addMail(trx, {
    kind: 'payment-confirmed',
    cause: `payment-confirmed:${order.id}`,
    ...to,
    data: { link: LINKS[order.kind] ?? '/billing', ...(tokens ? { tokens: tokens * 100 } : { plan: subject }) },
  });
}
