import type Stripe from 'stripe';
import { createInlinePrice } from '../catalogue/prices.ts';
import { liveCustomer } from '../customers/customers.ts';
import { checkAmount, mergeMetadata, only, read, readUrl } from '../http/parameters.ts';
import { invalid, notSimulated } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { CheckoutPlan } from '../state/kinds.ts';
import type { World } from '../state/world.ts';
import { lineItemsOf } from './sessions.ts';
import { blank } from '../state/blank.ts';

const SIMULATED = [
  'mode',
  'line_items',
  'success_url',
  'cancel_url',
  'client_reference_id',
  'customer',
  'customer_email',
  'customer_creation',
  'metadata',
  'payment_intent_data',
  'subscription_data',
  'payment_method_collection',
  'expires_at',
  'ui_mode',
  'allowed_payment_method_types',
  'locale',
  'submit_type',
  'billing_address_collection',
];
const METHOD_TYPES = ['card', 'us_bank_account'];

/** `POST /v1/checkout/sessions`: hosted, for a payment or a subscription. @throws StripeApiError */
export function createSession(world: World, parameters: Parameters): Stripe.Checkout.Session {
  only(parameters, SIMULATED);
  const mode = readMode(parameters);
  if ((parameters.ui_mode ?? 'hosted_page') !== 'hosted_page') throw notSimulated(`ui_mode ${String(parameters.ui_mode)}`, 'ui_mode');
  const customerId = read<string>(parameters, 'customer');
  const email = read<string>(parameters, 'customer_email');
  if (customerId !== undefined && email !== undefined)
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer_email');
  const customer = customerId === undefined ? null : liveCustomer(world, customerId, 'customer');
  const now = world.now(customerId);
  const expiresAt = readExpiry(parameters, now);
  const success = readUrl(read<string>(parameters, 'success_url') ?? '', 'success_url');
  const cancel = read<string>(parameters, 'cancel_url');
  if (cancel !== undefined) readUrl(cancel, 'cancel_url');
  const types = read<string[]>(parameters, 'allowed_payment_method_types') ?? METHOD_TYPES;
  const other = types.find((type) => !METHOD_TYPES.includes(type));
  if (other !== undefined) throw notSimulated(`payment method type ${other}`, 'allowed_payment_method_types');
  const reference = read<string>(parameters, 'client_reference_id') ?? null;
  if (reference !== null && reference.length > 200)
    throw invalid('`client_reference_id` can be at most 200 characters.', 'client_reference_id');
  const plan = readPlan(world, parameters, mode, now);

  const id = world.id('cs_test');
  world.remember(id, { checkout: plan });
  const lines = lineItemsOf(world, id);
  const total = checkAmount(
    lines.reduce((sum, line) => sum + line.amount_total, 0),
    'line_items',
  );
  const session = blankSession(id, now);
  Object.assign(session, {
    allowed_payment_method_types: read<string[]>(parameters, 'allowed_payment_method_types') ?? null,
    amount_subtotal: total,
    amount_total: total,
    billing_address_collection: read(parameters, 'billing_address_collection') ?? null,
    cancel_url: cancel ?? null,
    client_reference_id: reference,
    currency: lines[0]?.currency ?? null,
    customer: customer?.id ?? null,
    customer_creation:
      mode === 'payment' && !customer
        ? (read(parameters, 'customer_creation') ?? 'if_required')
        : mode === 'subscription' && !customer
          ? 'always'
          : null,
    customer_details: customer || email ? detailsOf(customer?.email ?? email ?? null, customer?.name ?? null) : null,
    customer_email: email ?? null,
    expires_at: expiresAt,
    locale: read(parameters, 'locale') ?? null,
    metadata: mergeMetadata({}, read(parameters, 'metadata')),
    mode,
    payment_method_collection: mode === 'subscription' ? (read(parameters, 'payment_method_collection') ?? 'always') : 'if_required',
    payment_method_types: types,
    submit_type: read(parameters, 'submit_type') ?? null,
    success_url: success,
    url: `${world.origin()}/c/pay/${id}`,
  });
  world.store.put('sessions', session);
  return session;
}

export function detailsOf(email: string | null, name: string | null): Stripe.Checkout.Session.CustomerDetails {
  return { address: null, business_name: null, email, individual_name: null, name, phone: null, tax_exempt: 'none', tax_ids: [] };
}

/** A session with every field of this version, before its parameters. */
function blankSession(id: string, now: number): Stripe.Checkout.Session {
  return {
    id,
    object: 'checkout.session',
    ...blank('session'),
    amount_subtotal: 0,
    amount_total: 0,
    created: now,
    expires_at: now,
    mode: 'payment',
    payment_status: 'unpaid',
    status: 'open',
    ui_mode: 'hosted_page',
  };
}

type Mode = 'payment' | 'subscription';

const EXPIRY = { least: 30 * 60, most: 24 * 3600 };
const LONGEST_TRIAL_DAYS = 730;
const MOST_LINES = 100;
/** Stripe's minimum charge in US dollars. */
const LEAST_CENTS = 50;
const DAY_S = 86_400;

const ONLY_IN: Record<string, Mode> = {
  payment_intent_data: 'payment',
  customer_creation: 'payment',
  subscription_data: 'subscription',
  payment_method_collection: 'subscription',
};

/** Returns the session's mode. @throws StripeApiError for a mode that is not simulated, and for parameters of the other mode */
function readMode(parameters: Parameters): Mode {
  const mode = read<string>(parameters, 'mode');
  if (mode === undefined) throw invalid('You must provide `mode`.', 'mode', 'parameter_missing');
  if (mode === 'setup') throw notSimulated('mode setup', 'mode');
  for (const [name, where] of Object.entries(ONLY_IN)) {
    if (name in parameters && mode !== where) throw invalid(`You can only set \`${name}\` in \`${where}\` mode.`, name);
  }
  return mode as Mode;
}

/** Returns when the session expires, in s. @throws StripeApiError outside 30 minutes to 24 hours */
function readExpiry(parameters: Parameters, now: number): number {
  const at = read<number>(parameters, 'expires_at') ?? now + EXPIRY.most;
  // A request takes a moment to arrive; a client's clock may be a second off.
  if (at < now + EXPIRY.least - 5)
    throw invalid('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', 'expires_at');
  if (at > now + EXPIRY.most + 5)
    throw invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', 'expires_at');
  return at;
}

/** Reads the purchase and its terms. @throws StripeApiError */
function readPlan(world: World, parameters: Parameters, mode: Mode, now: number): CheckoutPlan {
  const entries = read<Parameters[]>(parameters, 'line_items') ?? [];
  if (entries.length === 0) throw invalid(`You must provide \`line_items\` in \`${mode}\` mode.`, 'line_items', 'parameter_missing');
  if (entries.length > MOST_LINES) throw invalid(`A Checkout Session can have at most ${MOST_LINES} line items.`, 'line_items');
  const lines = entries.map((entry, index) => readLine(world, entry, `line_items[${index}]`));
  const prices = lines.map(({ price }) => world.store.must('prices', price));
  const recurring = prices.filter((price) => price.recurring);
  if (mode === 'payment' && recurring.length > 0) {
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'line_items',
    );
  }
  if (mode === 'subscription' && recurring.length === 0) {
    throw invalid('You must provide at least one recurring price in `subscription` mode when using prices.', 'line_items');
  }
  if (mode === 'subscription' && recurring.length < prices.length)
    throw notSimulated('one-time prices beside a subscription', 'line_items');
  if (new Set(prices.map(({ currency }) => currency)).size > 1) throw invalid('All line items must have the same currency.', 'line_items');
  const trial = readSubscription(parameters, now);
  const payment = read<Parameters>(parameters, 'payment_intent_data') ?? {};
  only(payment, ['metadata', 'description', 'setup_future_usage', 'receipt_email'], 'payment_intent_data');
  const total = lines.reduce((sum, { quantity }, index) => sum + (prices[index]?.unit_amount ?? 0) * quantity, 0);
  if (mode === 'payment' && total > 0 && total < LEAST_CENTS)
    throw invalid('The Checkout Session’s total amount is below the least charge.', undefined, 'amount_too_small');
  return {
    lines,
    ...trial,
    paymentMetadata: mergeMetadata({}, read(payment, 'metadata')),
    paymentDescription: read<string>(payment, 'description') ?? null,
    savesCard: payment.setup_future_usage !== undefined,
  };
}

function readLine(world: World, entry: Parameters, param: string): CheckoutPlan['lines'][number] {
  only(entry, ['price', 'price_data', 'quantity'], param);
  const id = read<string>(entry, 'price');
  const data = read<Parameters>(entry, 'price_data');
  if ((id === undefined) === (data === undefined))
    throw invalid(`You must specify either \`price\` or \`price_data\`.`, param, 'parameter_missing');
  const quantity = read<number>(entry, 'quantity');
  if (quantity === undefined) throw invalid(`Missing required param: ${param}[quantity].`, `${param}[quantity]`, 'parameter_missing');
  if (quantity < 1) throw invalid('Invalid positive integer', `${param}[quantity]`, 'parameter_invalid_integer');
  const price = data ? createInlinePrice(world, data, `${param}[price_data]`) : world.find('prices', String(id), `${param}[price]`);
  if (!data && !price.active)
    throw invalid('The price specified is inactive. This field only accepts active prices.', `${param}[price]`, 'price_inactive');
  return { price: price.id, quantity, item: world.id('li') };
}

function readSubscription(
  parameters: Parameters,
  now: number,
): Pick<CheckoutPlan, 'trialEnd' | 'missingPaymentMethod' | 'subscriptionMetadata' | 'subscriptionDescription'> {
  const data = read<Parameters>(parameters, 'subscription_data') ?? {};
  only(data, ['metadata', 'description', 'trial_period_days', 'trial_end', 'trial_settings'], 'subscription_data');
  const days = read<number>(data, 'trial_period_days');
  const end = read<number>(data, 'trial_end');
  if (days !== undefined && end !== undefined)
    throw invalid('You may only specify one of `trial_end` and `trial_period_days`.', 'subscription_data[trial_end]');
  if (days !== undefined && (days < 1 || days > LONGEST_TRIAL_DAYS)) {
    throw invalid(`The number of trial days must be between 1 and ${LONGEST_TRIAL_DAYS}.`, 'subscription_data[trial_period_days]');
  }
  if (end !== undefined && end < now + 2 * DAY_S)
    throw invalid('The `trial_end` date has to be at least 2 days in the future.', 'subscription_data[trial_end]');
  const settings = data.trial_settings as { end_behavior: { missing_payment_method: CheckoutPlan['missingPaymentMethod'] } } | undefined;
  const trialEnd = end ?? (days === undefined ? null : now + days * DAY_S);
  if (settings && trialEnd === null) throw invalid('`trial_settings` can only be set with a trial.', 'subscription_data[trial_settings]');
  return {
    trialEnd,
    missingPaymentMethod: settings?.end_behavior.missing_payment_method ?? null,
    subscriptionMetadata: mergeMetadata({}, read(data, 'metadata')),
    subscriptionDescription: read<string>(data, 'description') ?? null,
  };
}
