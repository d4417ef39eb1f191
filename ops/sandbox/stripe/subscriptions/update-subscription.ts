import type Stripe from 'stripe';
import { listRows } from '../http/lists.ts';
import { checkOwned } from '../customers/customers.ts';
import { mergeMetadata, only, read } from '../http/parameters.ts';
import { invalid } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import { idOf, type World } from '../state/world.ts';
import { currentPeriod } from './build-subscription.ts';
import { applyDetails } from './cancel-subscription.ts';
import { changeItems } from './change-items.ts';
import { endTrial } from './renew.ts';

const SIMULATED = [
  'items',
  'proration_behavior',
  'proration_date',
  'payment_behavior',
  'cancel_at_period_end',
  'cancellation_details',
  'metadata',
  'default_payment_method',
  'description',
  'trial_end',
  'trial_settings',
  'off_session',
];
/** The parameters Stripe accepts with `payment_behavior=pending_if_incomplete`. */
const WITH_PENDING = ['items', 'proration_behavior', 'proration_date', 'payment_behavior', 'trial_end', 'off_session', 'expand'];

/** `POST /v1/subscriptions/…`. @throws StripeApiError */
export function updateSubscription(world: World, id: string, parameters: Parameters): Stripe.Subscription {
  only(parameters, SIMULATED);
  const subscription = world.find('subscriptions', id);
  check(world, subscription, parameters);
  const simple = () => applySimple(world, subscription, parameters);
  if (parameters.items === undefined) world.update('subscriptions', subscription, 'customer.subscription.updated', simple);
  else changeItems(world, subscription, parameters, simple);
  if (parameters.trial_end === 'now' && subscription.status === 'trialing') endTrial(world, subscription);
  return subscription;
}

function check(world: World, subscription: Stripe.Subscription, parameters: Parameters): void {
  const names = Object.keys(parameters).filter((name) => name !== 'expand');
  if (subscription.status === 'canceled' && names.some((name) => !['metadata', 'cancellation_details'].includes(name))) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
  if (parameters.payment_behavior === 'pending_if_incomplete') {
    const other = names.find((name) => !WITH_PENDING.includes(name));
    if (other !== undefined) throw invalid(`When \`payment_behavior\` is \`pending_if_incomplete\` you can't pass \`${other}\`.`, other);
    if (parameters.proration_behavior === 'none')
      throw invalid('`proration_behavior` can’t be `none` with `pending_if_incomplete`.', 'proration_behavior');
  }
  if (parameters.cancel_at_period_end !== undefined && subscription.schedule !== null) {
    throw invalid(
      `The subscription is managed by the subscription schedule \`${idOf(subscription.schedule)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      'cancel_at_period_end',
    );
  }
  const method = read<string>(parameters, 'default_payment_method');
  if (method) checkOwned(world, method, idOf(subscription.customer) ?? '');
  const trialEnd = read<number | 'now'>(parameters, 'trial_end');
  if (typeof trialEnd === 'number' && trialEnd <= world.now(subscription.customer))
    throw invalid('`trial_end` must be in the future.', 'trial_end');
}

function applySimple(world: World, subscription: Stripe.Subscription, parameters: Parameters): void {
  subscription.metadata = mergeMetadata(subscription.metadata, read(parameters, 'metadata'));
  const method = read<string>(parameters, 'default_payment_method');
  if (method !== undefined) subscription.default_payment_method = method === '' ? null : method;
  const description = read<string>(parameters, 'description');
  if (description !== undefined) subscription.description = description === '' ? null : description;
  const settings = read<Stripe.Subscription.TrialSettings>(parameters, 'trial_settings');
  if (settings) subscription.trial_settings = { end_behavior: { ...settings.end_behavior, billing_cycle_anchor: null } };
  const cancels = read<boolean>(parameters, 'cancel_at_period_end');
  if (cancels !== undefined) setCancel(world, subscription, cancels);
  applyDetails(subscription, read(parameters, 'cancellation_details'));
  const trialEnd = read<number | 'now'>(parameters, 'trial_end');
  if (typeof trialEnd === 'number') {
    Object.assign(subscription, { trial_end: trialEnd, status: 'trialing', billing_cycle_anchor: trialEnd });
    for (const item of subscription.items.data) item.current_period_end = trialEnd;
    world.remember(subscription.id, { trialWarned: false, period: 0 });
  }
}

/** Cancels at the end of the current period, or reverts that. */
export function setCancel(world: World, subscription: Stripe.Subscription, cancels: boolean): void {
  const now = world.now(subscription.customer);
  Object.assign(subscription, {
    cancel_at_period_end: cancels,
    cancel_at: cancels ? currentPeriod(subscription).end : null,
    canceled_at: cancels ? now : null,
  });
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: cancels ? 'cancellation_requested' : null,
  };
}

/** Without `status` canceled ones are omitted, as at Stripe. */
export function listSubscriptions(world: World, parameters: Parameters) {
  const { price, status } = parameters;
  const hasStatus = (row: Stripe.Subscription): boolean =>
    status === 'all' ||
    (status === undefined ? row.status !== 'canceled' : status === 'ended' ? row.status === 'canceled' : row.status === status);
  return listRows(world, 'subscriptions', parameters, '/v1/subscriptions', {
    fields: ['customer'],
    names: ['price', 'status'],
    also: (row) => hasStatus(row) && (price === undefined || row.items.data.some((item) => item.price.id === price)),
  });
}
