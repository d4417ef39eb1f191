import { database } from '#domain/platform/database.ts';
import { callStripe, idOf } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { planOf } from './change-direction.ts';
import { ensurePrice } from './ensure-prices.command.ts';
import { fetchSubscription } from './fetch-subscription.ts';
import type { PaidPlan } from './own-subscription.ts';
import { syncSubscription } from './sync-subscription.command.ts';

/** Has a plan change when its paid period ends: a schedule whose second phase is the smaller plan. @throws StripeFailure */
export async function planDowngrade(row: PaidPlan, packageId: string): Promise<void> {
  const id = row.stripe_subscription_id;
  const price = await ensurePrice(packageId);
  if (row.cancel_at_period_end)
    await callStripe('subscriptions.update', 'subscription', (stripe) => stripe.subscriptions.update(id, { cancel_at_period_end: false }));
  const subscription = await fetchSubscription(id);
  const item = subscription.items.data[0]!;
  const known = idOf(subscription.schedule);
  const schedule = known
    ? await callStripe('subscriptionSchedules.retrieve', 'subscription_schedule', (stripe) => stripe.subscriptionSchedules.retrieve(known))
    : await callStripe('subscriptionSchedules.create', 'subscription_schedule', (stripe) =>
        stripe.subscriptionSchedules.create({ from_subscription: id }),
      );
  const start = schedule.phases[0]?.start_date ?? item.current_period_start;
  await callStripe('subscriptionSchedules.update', 'subscription_schedule', (stripe) =>
    stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        { items: [{ price: idOf(item.price) as string, quantity: 1 }], start_date: start, end_date: item.current_period_end },
        { items: [{ price, quantity: 1 }], duration: { interval: planOf(packageId).interval, interval_count: 1 } },
      ],
    }),
  );
  await database()('subscription').where({ id: row.id }).update({ next_package_id: packageId, stripe_schedule_id: schedule.id });
  await syncSubscription(id);
}

/** Has the schedule of a plan let go of it. @throws StripeFailure */
export async function releaseSchedule({ stripe_schedule_id: schedule }: PaidPlan): Promise<void> {
  if (!schedule) return;
  try {
    await callStripe('subscriptionSchedules.release', 'subscription_schedule', (stripe) => stripe.subscriptionSchedules.release(schedule));
  } catch (error) {
    // it has ended, or was released, already
    if (isStripeFailure(error, 'unavailable') || !isStripeFailure(error)) throw error;
  }
}

/** Takes a planned change back: the schedule lets go of the plan, which goes on as it is. @throws StripeFailure */
export async function releasePlanned(row: PaidPlan): Promise<void> {
  await releaseSchedule(row);
  await database()('subscription').where({ id: row.id }).update({ next_package_id: null, stripe_schedule_id: null });
  await syncSubscription(row.stripe_subscription_id);
}
