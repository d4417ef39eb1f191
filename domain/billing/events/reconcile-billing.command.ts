import { expression, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { config } from '#domain/platform/config.ts';
import { database, isDatabaseUnavailable } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { finishDecision } from '#domain/billing/subscriptions/plan.commands.ts';
import { askAfterEnded } from '#domain/billing/subscriptions/ended-plan.ts';
import { giveLateRefund } from '#domain/billing/refunds/refund.commands.ts';
import { settleOrder } from '#domain/billing/checkout/order.commands.ts';
import { plansOfLeaving, stopRenewal } from '#domain/billing/subscriptions/subscription.commands.ts';
import { syncSubscription } from '#domain/billing/subscriptions/sync-subscription.command.ts';

/** Maximum number of objects of each kind per pass. */
const AT_MOST = 50;
/** An order without a payment page after this time never gets one: its request crashed. */
const WITHOUT_PAGE = '1 hour';
/** Every plan is fetched at least this often. */
const EVERY = '24 hours';

interface Claimed {
  readonly id: string;
}

/**
 * Catches up on what webhooks may have missed: orders and refunds without an outcome, plans past their period, plan changes not carried
 * out, plans of accounts being deleted, and open invoices of ended plans. Safe to call from any number of workers: each object is claimed
 * first.
 * @returns number of objects checked
 */
export async function reconcileBilling(): Promise<number> {
  const { mode, reconcileAfterMs } = config().payments;
  if (mode === 'off') return 0;
  await database()('billing_order')
    .where({ status: 'created', stripe_session_id: null })
    .where(expression(database(), sql`created_at < now() - ${WITHOUT_PAGE}::interval`))
    .update({ status: 'failed' });
  const orders = await rowsOf<Claimed>(
    database(),
    sql`update billing_order set last_checked_at = now() where id in (
       select id from billing_order where stripe_session_id is not null
          -- a rejected payment may still have to be undone at Stripe
          and status in ('open','pending','review') and (status <> 'review' or created_at > now() - interval '2 days')
          and coalesce(last_checked_at, created_at) < now() - ${reconcileAfterMs} * interval '1 ms'
        order by last_checked_at nulls first limit ${AT_MOST} for update skip locked) returning id`,
  );
  for (const { id } of orders)
    await quietly(
      `order ${id}`,
      () => settleOrder(id),
      () => forgetOrder(id),
    );
  const plans = await rowsOf<Claimed>(database(), claimPlans(reconcileAfterMs));
  for (const { id } of plans)
    await quietly(
      'plan',
      () => syncSubscription(id),
      () => markAsked(id),
    );
  const refunds = await rowsOf<Claimed>(
    database(),
    sql`update refund set asked_at = now() where id in (
       select id from refund where status = 'requested' and stripe_refund_id is null and requested_by <> 'stripe'
          and coalesce(asked_at, created_at) < now() - ${reconcileAfterMs} * interval '1 ms'
        order by asked_at nulls first, created_at limit ${AT_MOST} for update skip locked) returning id`,
  );
  for (const { id } of refunds) await quietly(`refund ${id}`, () => giveLateRefund(id));
  const decided = await rowsOf<Claimed>(
    database(),
    sql`update subscription set intent_at = now() where id in (
       select id from subscription where intent is not null and status <> 'canceled'
          -- a decision that Stripe rejects is retried less and less often: in the end about once a day
          and intent_at < now() - ${reconcileAfterMs} * power(2, least(coalesce((intent->>'tries')::int, 0), 10)) * interval '1 ms'
        order by intent_at limit ${AT_MOST} for update skip locked) returning id`,
  );
  for (const { id } of decided) await quietly(`plan ${id}`, () => finishDecision(id));
  const leaving = await plansOfLeaving(AT_MOST);
  for (const plan of leaving) await quietly('renewal', () => stopRenewal(plan));
  const checked = orders.length + plans.length + refunds.length + decided.length + leaving.length;
  return checked + (await askAfterPending(reconcileAfterMs)) + (await askAfterEnded(database(), { most: AT_MOST }));
}

/**
 * Selects plans not fetched for a day and plans past their period, each by its own index. `synced_at` is the time of the last successful
 * fetch and does not change here, so a plan that cannot be fetched is retried after those not yet tried.
 */
const claimPlans = (quiet: number): Sql => sql`
  with quiet as (select now() - ${quiet} * interval '1 ms' as at),
  unheard as (
    select id, asked_at from subscription, quiet
     where stripe_subscription_id is not null and status <> 'canceled' and synced_at < now() - ${EVERY}::interval
       and (asked_at is null or asked_at < quiet.at)
     order by synced_at limit ${10 * AT_MOST}),
  overdue as (
    select id, asked_at from subscription, quiet
     where stripe_subscription_id is not null and status <> 'canceled'
       and least(period_end, case status when 'trialing' then trial_end end) < now()
       and synced_at < quiet.at and (asked_at is null or asked_at < quiet.at)
     order by least(period_end, case status when 'trialing' then trial_end end) limit ${10 * AT_MOST}),
  due as (
    select id from (select * from unheard union select * from overdue) one order by asked_at nulls first limit ${AT_MOST})
  update subscription set asked_at = now()
   where id = any(array(select id from subscription where id = any(array(select id from due)) for update skip locked))
  returning stripe_subscription_id as id`;

/**
 * Queues pending refunds for a check once an hour, as if Stripe had sent a webhook: some take days at the bank, and the webhook may be
 * lost.
 * @returns number of refunds queued
 */
async function askAfterPending(quiet: number): Promise<number> {
  const queued = await rowsOf(
    database(),
    sql`insert into stripe_event (event_id, type, object_id, created)
     select 'asked:' || stripe_refund_id || to_char(now() at time zone 'UTC', ':YYYY-MM-DD-HH24'), 'refund.updated', stripe_refund_id, now()
       from refund where status = 'pending' and stripe_refund_id is not null and created_at < now() - ${quiet} * interval '1 ms'
      order by created_at limit ${10 * AT_MOST}
     on conflict do nothing returning event_id`,
  );
  return queued.length;
}

/** Abandons an order whose page Stripe does not know; no page lives longer than a day. */
const forgetOrder = (id: string) =>
  database()('billing_order')
    .where({ id })
    .whereIn('status', ['open', 'pending'])
    .where(expression(database(), sql`created_at < now() - interval '25 hours'`))
    .update({ status: 'failed' });

/** Marks a plan that Stripe does not know as checked, and ends nothing: the configured key may belong to another account by mistake. */
const markAsked = (id: string) =>
  database()('subscription').where({ stripe_subscription_id: id }).update({ synced_at: database().fn.now() });

/** Runs one check and logs its failure, so that the other checks still run. */
async function quietly(what: string, work: () => Promise<unknown>, ifUnknown?: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    if (!isStripeFailure(error)) return logger().error({ what, err: error }, 'billing: could not be reconciled, because of a bug here');
    if (error.kind === 'missing') await ifUnknown?.();
    logger().warn({ what, err: error.cause }, 'billing: could not be reconciled yet, retrying');
  }
}
