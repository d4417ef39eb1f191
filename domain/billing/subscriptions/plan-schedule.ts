import { callStripe, idOf, type StripeSchedule, type StripeSubscription } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { planOf } from './change-direction.ts';
import { withPrice } from '#domain/billing/catalogue/ensure-prices.command.ts';
import { fetchSubscription } from './fetch-subscription.ts';

/**
 * Has a plan become another when its paid period ends: a schedule whose second phase is that one. Doing it again changes nothing; another
 * plan takes the place of the first. @throws StripeFailure
 */
export async function scheduleNext(subscription: StripeSubscription, packageId: string): Promise<void> {
  const item = subscription.items.data[0]!;
  const schedule = await scheduleOf(subscription);
  await withPrice(packageId, (price) =>
    callStripe('subscriptionSchedules.update', 'subscription_schedule', (stripe) =>
      stripe.subscriptionSchedules.update(schedule.id, {
        end_behavior: 'release',
        proration_behavior: 'none',
        phases: [
          {
            items: [{ price: idOf(item.price) as string, quantity: 1 }],
            // of the phase that runs: phases of an earlier change may be over
            start_date: schedule.current_phase?.start_date ?? item.current_period_start,
            end_date: item.current_period_end,
          },
          { items: [{ price, quantity: 1 }], duration: { interval: planOf(packageId).interval, interval_count: 1 } },
        ],
      }),
    ),
  );
}

/** The schedule of a subscription, made when there is none. */
async function scheduleOf({ id, schedule: known }: StripeSubscription): Promise<StripeSchedule> {
  if (known) return retrieve(known);
  try {
    return await callStripe('subscriptionSchedules.create', 'subscription_schedule', (stripe) =>
      stripe.subscriptionSchedules.create({ from_subscription: id }),
    );
  } catch (error) {
    // somebody else has made it in this moment
    const made = isStripeFailure(error) && (await fetchSubscription(id)).schedule;
    if (!made) throw error;
    return retrieve(made);
  }
}

async function retrieve(schedule: string | StripeSchedule): Promise<StripeSchedule> {
  if (typeof schedule !== 'string') return schedule;
  return callStripe('subscriptionSchedules.retrieve', 'subscription_schedule', (stripe) => stripe.subscriptionSchedules.retrieve(schedule));
}

/** Has the schedule of a plan, if there is one, let go of it. @throws StripeFailure */
export async function releaseSchedule({ schedule }: StripeSubscription): Promise<void> {
  const id = idOf(schedule);
  if (!id) return;
  try {
    await callStripe('subscriptionSchedules.release', 'subscription_schedule', (stripe) => stripe.subscriptionSchedules.release(id));
  } catch (error) {
    // it has ended, or was released, already
    if (isStripeFailure(error, 'unavailable') || !isStripeFailure(error)) throw error;
  }
}
