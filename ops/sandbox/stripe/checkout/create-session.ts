import type Stripe from 'stripe';
import { liveCustomer } from '../customers/customers.ts';
import { checkAmount, mergeMetadata, only, read, readUrl } from '../http/parameters.ts';
import { invalid, notSimulated } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { World } from '../state/world.ts';
import { lineItemsOf } from './sessions.ts';
import { readExpiry, readMode, readPlan } from './read-session.ts';
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
