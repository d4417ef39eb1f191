import { callStripe, idOf, type StripeSchedule, type StripeSubscription } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { planOf } from './change-direction.ts';
import { withPrice } from '#domain/billing/catalogue/price.commands.ts';
import { fetchSubscription } from './fetch-subscription.ts';

/**
 * Schedules a plan change for the end of the paid period, as a schedule whose second phase is the next plan. Repeating it changes nothing;
 * another plan replaces the first.
 * @throws StripeFailure
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
            // start of the current phase: phases of an earlier change may be over
            start_date: schedule.current_phase?.start_date ?? item.current_period_start,
            end_date: item.current_period_end,
          },
          { items: [{ price, quantity: 1 }], duration: { interval: planOf(packageId).interval, interval_count: 1 } },
        ],
      }),
    ),
  );
}

/** Returns the schedule of a subscription, creating it if needed. */
async function scheduleOf({ id, schedule: known }: StripeSubscription): Promise<StripeSchedule> {
  if (known) return retrieve(known);
  try {
    return await callStripe('subscriptionSchedules.create', 'subscription_schedule', (stripe) =>
      stripe.subscriptionSchedules.create({ from_subscription: id }),
    );
  } catch (error) {
    // a concurrent request has just created it
    const made = isStripeFailure(error) && (await fetchSubscription(id)).schedule;
    if (!made) throw error;
    return retrieve(made);
  }
}

async function retrieve(schedule: string | StripeSchedule): Promise<StripeSchedule> {
  if (typeof schedule !== 'string') return schedule;
  return callStripe('subscriptionSchedules.retrieve', 'subscription_schedule', (stripe) => stripe.subscriptionSchedules.retrieve(schedule));
}

/** Releases the schedule of a plan, if any. @throws StripeFailure */
export async function releaseSchedule({ schedule }: StripeSubscription): Promise<void> {
  const id = idOf(schedule);
  if (!id) return;
  try {
    await callStripe('subscriptionSchedules.release', 'subscription_schedule', (stripe) => stripe.subscriptionSchedules.release(id));
  } catch (error) {
    // it has already ended, or was released
    if (isStripeFailure(error, 'unavailable') || !isStripeFailure(error)) throw error;
  }
}
