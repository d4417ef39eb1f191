import type Stripe from 'stripe';
import { mergeMetadata, only, read } from '../http/parameters.ts';
import { invalid, notSimulated } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import { idOf, type World } from '../state/world.ts';
import { currentPeriod, paceOf } from './build-subscription.ts';
import { blank } from '../state/blank.ts';
import { periodStart } from './periods.ts';

/** `POST /v1/subscription_schedules`, only from an existing subscription. Its only phase is the current period. @throws StripeApiError */
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

interface PhasePlan {
  items: { price: string; quantity: number }[];
  start: number;
  end: number;
  currency: string;
  proration: Stripe.SubscriptionSchedule.Phase['proration_behavior'];
  trialEnd?: number | null;
  metadata?: Record<string, string>;
}

function buildPhase({
  items,
  start,
  end,
  currency,
  proration,
  trialEnd = null,
  metadata = {},
}: PhasePlan): Stripe.SubscriptionSchedule.Phase {
  return {
    ...blank('phase'),
    currency,
    end_date: end,
    items: items.map(({ price, quantity }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price,
      price,
      quantity,
      tax_rates: [],
    })),
    metadata,
    proration_behavior: proration,
    start_date: start,
    trial_end: trialEnd,
  };
}

const SIMULATED = ['items', 'start_date', 'end_date', 'duration', 'proration_behavior', 'metadata', 'trial_end'];

/** Reads the phases of a schedule: the first is the current one, each next one begins where the previous ends. @throws StripeApiError */
function readPhases(
  world: World,
  schedule: Stripe.SubscriptionSchedule,
  phases: readonly Parameters[],
): Stripe.SubscriptionSchedule.Phase[] {
  const running = schedule.phases[world.note(schedule.id).phase ?? 0];
  const subscription = world.store.must('subscriptions', idOf(schedule.subscription) ?? '');
  if (phases.length === 0) throw invalid('A schedule needs at least one phase.', 'phases');
  const read: Stripe.SubscriptionSchedule.Phase[] = [];
  for (const [index, phase] of phases.entries()) {
    const before = read.at(-1);
    const start = before?.end_date ?? running?.start_date ?? subscription.start_date;
    read.push(readPhase(world, phase, `phases[${index}]`, start, subscription.currency, index === 0));
  }
  const [first] = read;
  const now = subscription.items.data.map(({ price, quantity }) => `${price.id} ${quantity}`).join();
  const then = first?.items.map(({ price, quantity }) => `${idOf(price)} ${quantity}`).join();
  if (now !== then) throw notSimulated('a change of the running phase’s items (update the subscription instead)', 'phases[0][items]');
  return read;
}

function readPhase(
  world: World,
  phase: Parameters,
  param: string,
  start: number,
  currency: string,
  running: boolean,
): Stripe.SubscriptionSchedule.Phase {
  only(phase, SIMULATED, param);
  const given = read<number | 'now'>(phase, 'start_date');
  if (given !== undefined && given !== start) {
    const message = running
      ? 'You can not modify the start date of the current phase.'
      : 'The start of a phase must be the end of the one before.';
    throw invalid(message, `${param}[start_date]`);
  }
  if (running && given === undefined)
    throw invalid('The first phase must have the start date of the current phase.', `${param}[start_date]`, 'parameter_missing');
  const items = (read<Parameters[]>(phase, 'items') ?? []).map((item, index) => {
    only(item, ['price', 'quantity'], `${param}[items][${index}]`);
    const price = world.find('prices', String(item.price), `${param}[items][${index}][price]`);
    if (!price.recurring) throw invalid('This field only accepts prices with `type=recurring`.', `${param}[items][${index}][price]`);
    return { price: price.id, quantity: read<number>(item, 'quantity') ?? 1 };
  });
  if (items.length === 0) throw invalid('A phase needs items.', `${param}[items]`, 'parameter_missing');
  const end = endOf(world, phase, param, start, items[0]?.price ?? '');
  if (end <= start) throw invalid('The end of a phase must be after its start.', `${param}[end_date]`);
  const proration = read<Stripe.SubscriptionSchedule.Phase['proration_behavior']>(phase, 'proration_behavior') ?? 'create_prorations';
  return buildPhase({
    items,
    start,
    end,
    currency,
    proration,
    trialEnd: read<number>(phase, 'trial_end') ?? null,
    metadata: read(phase, 'metadata') ?? {},
  });
}

/** Without an end a phase lasts one period of its price. */
function endOf(world: World, phase: Parameters, param: string, start: number, price: string): number {
  const end = read<number | 'now'>(phase, 'end_date');
  const duration = read<{ interval: 'day' | 'month' | 'week' | 'year'; interval_count?: number }>(phase, 'duration');
  if (end === 'now') throw notSimulated('end_date now', `${param}[end_date]`);
  if (end !== undefined && duration) throw invalid('You may only specify one of `end_date` and `duration`.', `${param}[duration]`);
  if (end !== undefined) return end;
  if (duration) return periodStart(start, { interval: duration.interval, interval_count: duration.interval_count ?? 1 }, 1);
  return periodStart(start, paceOf(world.store.must('prices', price)), 1);
}
