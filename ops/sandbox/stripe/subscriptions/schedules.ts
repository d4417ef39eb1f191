import type Stripe from 'stripe';
import { mergeMetadata, only, read } from '../http/parameters.ts';
import { invalid, notSimulated } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import { idOf, type World } from '../state/world.ts';
import { currentPeriod } from './build-subscription.ts';
import { buildPhase, readPhases } from './schedule-phases.ts';
import { blank } from '../state/blank.ts';

/** `POST /v1/subscription_schedules`, only from an existing subscription. Its one phase is the current period. @throws StripeApiError */
export function createSchedule(world: World, parameters: Parameters): Stripe.SubscriptionSchedule {
  only(parameters, ['from_subscription', 'metadata']);
  const from = read<string>(parameters, 'from_subscription');
  if (from === undefined) throw notSimulated('schedules that start a subscription', 'from_subscription');
  if (parameters.metadata !== undefined) throw invalid('You cannot set `metadata` if `from_subscription` is set.', 'metadata');
  const subscription = world.find('subscriptions', from, 'from_subscription');
  if (subscription.schedule !== null) {
    throw invalid(
      `You cannot migrate a subscription that is already attached to a schedule: \`${idOf(subscription.schedule)}\`.`,
      'from_subscription',
    );
  }
  if (subscription.status === 'canceled') throw invalid('You cannot migrate a canceled subscription.', 'from_subscription');
  const { start, end } = currentPeriod(subscription);
  const items = subscription.items.data.map(({ price, quantity }) => ({ price: price.id, quantity: quantity ?? 1 }));
  const schedule: Stripe.SubscriptionSchedule = {
    id: world.id('sub_sched'),
    object: 'subscription_schedule',
    ...blank('schedule'),
    billing_mode: { flexible: null, type: 'classic' },
    created: world.now(subscription.customer),
    current_phase: { start_date: start, end_date: end },
    customer: idOf(subscription.customer) ?? '',
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    phases: [
      buildPhase({ items, start, end, currency: subscription.currency, proration: 'create_prorations', trialEnd: subscription.trial_end }),
    ],
    status: 'active',
    subscription: subscription.id,
    test_clock: world.testClock(idOf(subscription.customer)),
  };
  world.store.put('schedules', schedule);
  world.remember(schedule.id, { phase: 0 });
  world.emit('subscription_schedule.created', schedule);
  world.update('subscriptions', subscription, 'customer.subscription.updated', () => (subscription.schedule = schedule.id));
  return schedule;
}

/** `POST /v1/subscription_schedules/…`: all phases from the current one on. @throws StripeApiError */
export function updateSchedule(world: World, id: string, parameters: Parameters): Stripe.SubscriptionSchedule {
  only(parameters, ['phases', 'end_behavior', 'metadata', 'proration_behavior']);
  const schedule = activeSchedule(world, id, 'update');
  const phases =
    parameters.phases === undefined ? schedule.phases : readPhases(world, schedule, read<Parameters[]>(parameters, 'phases') ?? []);
  world.update('schedules', schedule, 'subscription_schedule.updated', () => {
    schedule.phases = phases;
    schedule.end_behavior = read<'cancel' | 'release'>(parameters, 'end_behavior') ?? schedule.end_behavior;
    schedule.metadata = mergeMetadata(schedule.metadata ?? {}, read(parameters, 'metadata'));
    const [first] = phases;
    if (parameters.phases !== undefined && first) schedule.current_phase = { start_date: first.start_date, end_date: first.end_date };
  });
  if (parameters.phases !== undefined) world.remember(id, { phase: 0 });
  return schedule;
}

/** Detaches the schedule; its subscription continues. @throws StripeApiError */
export function releaseSchedule(world: World, id: string): Stripe.SubscriptionSchedule {
  return release(world, activeSchedule(world, id, 'release'));
}

function activeSchedule(world: World, id: string, verb: string): Stripe.SubscriptionSchedule {
  const schedule = world.find('schedules', id);
  if (schedule.status === 'active') return schedule;
  throw invalid(`You cannot ${verb} a subscription schedule that is currently in the \`${schedule.status}\` status.`);
}

export function release(world: World, schedule: Stripe.SubscriptionSchedule): Stripe.SubscriptionSchedule {
  const subscription = world.store.must('subscriptions', idOf(schedule.subscription) ?? '');
  Object.assign(schedule, {
    status: 'released',
    released_at: world.now(schedule.customer),
    released_subscription: subscription.id,
    subscription: null,
    current_phase: null,
  });
  world.store.put('schedules', schedule);
  world.emit('subscription_schedule.released', schedule);
  world.update('subscriptions', subscription, 'customer.subscription.updated', () => (subscription.schedule = null));
  return schedule;
}
