import { config } from '#domain/platform/config.ts';
import { database, isStoreAway } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { finishDecision } from '#domain/billing/subscriptions/decide-plan.command.ts';
import { askAfterEnded } from '#domain/billing/subscriptions/ended-plan.ts';
import { giveLateRefund } from '#domain/billing/refunds/give-refund.command.ts';
import { settleOrder } from '#domain/billing/checkout/settle-order.command.ts';
import { plansOfLeaving, stopRenewal } from '#domain/billing/subscriptions/stop-renewals.command.ts';
import { syncSubscription } from '#domain/billing/subscriptions/sync-subscription.command.ts';

/** Of each kind, in one go. */
const AT_MOST = 50;
/** An order without a payment page after this time never gets one: its request died half-way. */
const WITHOUT_PAGE = '1 hour';
/** Every plan is asked after this often, whatever we were told. */
const EVERY = '24 hours';

/**
 * Looks after what nobody told us about: orders whose webhook was lost, plans whose period has passed without news, refunds whose request
 * died or whose end was not told, plans of which a decision was not carried out, plans of people who are leaving, open
 * invoices of plans that have ended. Any number of workers may
 * do so: what is asked after is marked first.
 * @returns how many objects were asked after
 */
export async function reconcileBilling(): Promise<number> {
  const { mode, reconcileAfterMs } = config().payments;
  if (mode === 'off') return 0;
  await database().raw(
    `update billing_order set status = 'failed' where status = 'created' and stripe_session_id is null and created_at < now() - interval '${WITHOUT_PAGE}'`,
  );
  const orders = await claim(
    `update billing_order set last_checked_at = now() where id in (
       select id from billing_order where stripe_session_id is not null
          -- what was refused may still have to be undone at Stripe
          and status in ('open','pending','review') and (status <> 'review' or created_at > now() - interval '2 days')
          and coalesce(last_checked_at, created_at) < now() - :quiet * interval '1 ms'
        order by last_checked_at nulls first limit :most for update skip locked) returning id`,
    reconcileAfterMs,
  );
  for (const { id } of orders)
    await quietly(
      `order ${id}`,
      () => settleOrder(id),
      () => forgetOrder(id),
    );
  const plans = await claim(CLAIM_PLANS, reconcileAfterMs);
  for (const { id } of plans)
    await quietly(
      'plan',
      () => syncSubscription(id),
      () => markAsked(id),
    );
  const refunds = await claim(
    `update refund set asked_at = now() where id in (
       select id from refund where status = 'requested' and stripe_refund_id is null and requested_by <> 'stripe'
          and coalesce(asked_at, created_at) < now() - :quiet * interval '1 ms'
        order by asked_at nulls first, created_at limit :most for update skip locked) returning id`,
    reconcileAfterMs,
  );
  for (const { id } of refunds) await quietly(`refund ${id}`, () => giveLateRefund(id));
  const decided = await claim(
    `update subscription set intent_at = now() where id in (
       select id from subscription where intent is not null and status <> 'canceled'
          -- what Stripe does not take is asked for more and more seldom: at last about once a day
          and intent_at < now() - :quiet * power(2, least(coalesce((intent->>'tries')::int, 0), 10)) * interval '1 ms'
        order by intent_at limit :most for update skip locked) returning id`,
    reconcileAfterMs,
  );
  for (const { id } of decided) await quietly(`plan ${id}`, () => finishDecision(id));
  const leaving = await plansOfLeaving(AT_MOST);
  for (const plan of leaving) await quietly('renewal', () => stopRenewal(plan));
  const asked = orders.length + plans.length + refunds.length + decided.length + leaving.length;
  return asked + (await askAfterPending(reconcileAfterMs)) + (await askAfterEnded(database(), { most: AT_MOST }));
}

/**
 * Those not heard of for a day, and those whose time has passed without news, each by its own index. `synced_at` is the stamp of a fetch and
 * not moved: a plan that cannot be fetched is asked after again, behind those that were not asked after yet.
 */
const CLAIM_PLANS = `
  with quiet as (select now() - :quiet * interval '1 ms' as at),
  unheard as (
    select id, asked_at from subscription, quiet
     where stripe_subscription_id is not null and status <> 'canceled' and synced_at < now() - interval '${EVERY}'
       and (asked_at is null or asked_at < quiet.at)
     order by synced_at limit :most * 10),
  overdue as (
    select id, asked_at from subscription, quiet
     where stripe_subscription_id is not null and status <> 'canceled'
       and least(period_end, case status when 'trialing' then trial_end end) < now()
       and synced_at < quiet.at and (asked_at is null or asked_at < quiet.at)
     order by least(period_end, case status when 'trialing' then trial_end end) limit :most * 10),
  due as (
    select id from (select * from unheard union select * from overdue) one order by asked_at nulls first limit :most)
  update subscription set asked_at = now()
   where id = any(array(select id from subscription where id = any(array(select id from due)) for update skip locked))
  returning stripe_subscription_id as id`;

/**
 * Banks take days over some refunds, and news of their end may be lost: once an hour each is looked at as if Stripe had told us of a change.
 * @returns how many will be
 */
async function askAfterPending(quiet: number): Promise<number> {
  const { rowCount } = await database().raw(
    `insert into stripe_event (event_id, type, object_id, created)
     select 'asked:' || stripe_refund_id || to_char(now() at time zone 'UTC', ':YYYY-MM-DD-HH24'), 'refund.updated', stripe_refund_id, now()
       from refund where status = 'pending' and stripe_refund_id is not null and created_at < now() - :quiet * interval '1 ms'
      order by created_at limit :most
     on conflict do nothing`,
    { quiet, most: 10 * AT_MOST },
  );
  return rowCount;
}

async function claim(statement: string, quiet: number): Promise<{ id: string }[]> {
  return (await database().raw(statement, { quiet, most: AT_MOST })).rows;
}

/** Stripe does not know the page of an order; no page lives longer than a day. */
const forgetOrder = (id: string) =>
  database()('billing_order')
    .where({ id })
    .whereIn('status', ['open', 'pending'])
    .whereRaw(`created_at < now() - interval '25 hours'`)
    .update({ status: 'failed' });

/** Stripe does not know a plan: maybe a key of another account was set by mistake, so nothing ends; it is asked after again later. */
const markAsked = (id: string) =>
  database()('subscription').where({ stripe_subscription_id: id }).update({ synced_at: database().fn.now() });

/** One that fails does not keep the others waiting, whatever is wrong with it. */
async function quietly(what: string, work: () => Promise<unknown>, ifUnknown?: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isStoreAway(error)) throw error;
    if (!isStripeFailure(error)) return logger().error({ what, err: error }, 'billing: could not be reconciled by a fault of ours');
    if (error.kind === 'missing') await ifUnknown?.();
    logger().warn({ what, err: error.cause }, 'billing: could not be reconciled; it is asked after again');
  }
}
