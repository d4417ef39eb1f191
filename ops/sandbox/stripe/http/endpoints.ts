import type Stripe from 'stripe';
import { createPrice, listPrices, updatePrice } from '../catalogue/prices.ts';
import { createProduct } from '../catalogue/products.ts';
import { createSession } from '../checkout/create-session.ts';
import { expireSession } from '../checkout/sessions.ts';
import { createAccount, createAccountLink, createLoginLink } from '../connect/accounts.ts';
import { createTransfer, listTransfers } from '../connect/transfers.ts';
import { createBalanceTransaction, listBalanceTransactions } from '../customers/balance-transactions.ts';
import { createCustomer, deleteCustomer, listCustomers, retrieveCustomer, liveCustomer } from '../customers/customers.ts';
import { buildInvoice } from '../invoices/build-invoice.ts';
import { voidInvoice } from '../invoices/collect-invoice.ts';
import { listInvoicePayments, listInvoices } from '../invoices/invoices.ts';
import { createRefund } from '../payments/refunds.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { Kind, Kinds } from '../state/kinds.ts';
import { type World, idOf } from '../state/world.ts';
import { currentPeriod } from '../subscriptions/build-subscription.ts';
import { cancelSubscription } from '../subscriptions/cancel-subscription.ts';
import { readProrationDate } from '../subscriptions/change-items.ts';
import { changedItems, prorate, wholeLine, type ProrationBehavior } from '../subscriptions/proration.ts';
import { createSchedule, releaseSchedule, updateSchedule } from '../subscriptions/schedules.ts';
import { listSubscriptions, updateSubscription } from '../subscriptions/update-subscription.ts';
import { runDueSteps } from '../time/due-steps.ts';
import { listRows } from './lists.ts';
import { read, mergeMetadata, only, readUrl } from './parameters.ts';
import { invalid, notSimulated } from './stripe-api-error.ts';

const DELETES_AFTER_S = 30 * 86_400;

/** Answers one endpoint. `id` is the first placeholder of its path. */
type Endpoint = (world: World, parameters: Parameters, id: string) => unknown;

const find =
  (kind: Kind): Endpoint =>
  (world, _parameters, id) =>
    world.find(kind, id);
const list =
  <K extends Kind>(kind: K, url: string, fields: readonly (keyof Kinds[K] & string)[]): Endpoint =>
  (world, parameters) =>
    listRows(world, kind, parameters, url, { fields });
const byId =
  (retrieve: (world: World, id: string) => unknown): Endpoint =>
  (world, _parameters, id) =>
    retrieve(world, id);
const withId =
  (work: (world: World, id: string, parameters: Parameters) => unknown): Endpoint =>
  (world, parameters, id) =>
    work(world, id, parameters);

const SUBSCRIPTION = '/v1/subscriptions/{subscription_exposed_id}';

/** The simulated endpoints; all others of the schemas are refused as not simulated. */
export const ENDPOINTS: Record<string, Endpoint> = {
  'post /v1/products': createProduct,
  'post /v1/prices': createPrice,
  'get /v1/prices': listPrices,
  'get /v1/prices/{price}': find('prices'),
  'post /v1/prices/{price}': withId(updatePrice),
  'post /v1/customers': createCustomer,
  'get /v1/customers': listCustomers,
  'get /v1/customers/{customer}': byId(retrieveCustomer),
  'delete /v1/customers/{customer}': byId(deleteCustomer),
  'post /v1/customers/{customer}/balance_transactions': withId(createBalanceTransaction),
  'get /v1/customers/{customer}/balance_transactions': withId(listBalanceTransactions),
  'post /v1/checkout/sessions': createSession,
  'get /v1/checkout/sessions': list('sessions', '/v1/checkout/sessions', ['customer', 'payment_intent', 'subscription', 'status']),
  'get /v1/checkout/sessions/{session}': find('sessions'),
  'post /v1/checkout/sessions/{session}/expire': byId(expireSession),
  'get /v1/payment_intents/{intent}': find('payment_intents'),
  'get /v1/charges/{charge}': find('charges'),
  'post /v1/refunds': createRefund,
  'get /v1/refunds': list('refunds', '/v1/refunds', ['charge', 'payment_intent']),
  'get /v1/refunds/{refund}': find('refunds'),
  'get /v1/disputes': list('disputes', '/v1/disputes', ['charge', 'payment_intent']),
  'get /v1/disputes/{dispute}': find('disputes'),
  'get /v1/subscriptions': listSubscriptions,
  [`get ${SUBSCRIPTION}`]: find('subscriptions'),
  [`post ${SUBSCRIPTION}`]: withId(updateSubscription),
  [`delete ${SUBSCRIPTION}`]: withId(cancelSubscription),
  'post /v1/subscription_schedules': createSchedule,
  'get /v1/subscription_schedules/{schedule}': find('schedules'),
  'post /v1/subscription_schedules/{schedule}': withId(updateSchedule),
  'post /v1/subscription_schedules/{schedule}/release': withId(releaseSchedule),
  'get /v1/invoices': listInvoices,
  'get /v1/invoices/{invoice}': find('invoices'),
  'post /v1/invoices/{invoice}/void': byId(voidInvoice),
  'post /v1/invoices/create_preview': previewInvoice,
  'get /v1/invoice_payments': listInvoicePayments,
  'post /v1/billing_portal/sessions': createPortalSession,
  'post /v1/billing_portal/configurations': createConfiguration,
  'get /v1/billing_portal/configurations': listConfigurations,
  'post /v1/accounts': createAccount,
  'get /v1/accounts/{account}': find('accounts'),
  'post /v1/accounts/{account}/login_links': byId(createLoginLink),
  'post /v1/account_links': createAccountLink,
  'post /v1/transfers': createTransfer,
  'get /v1/transfers': listTransfers,
  'get /v1/transfers/{transfer}': find('transfers'),
  'get /v1/events': listEvents,
  'get /v1/events/{id}': find('events'),
  'post /v1/test_helpers/test_clocks': createTestClock,
  'post /v1/test_helpers/test_clocks/{test_clock}/advance': withId(advanceTestClock),
};

function listEvents(world: World, parameters: Parameters) {
  const { type, types, delivery_success: delivered } = parameters as { type?: string; types?: string[]; delivery_success?: boolean };
  if (type !== undefined && types !== undefined) throw invalid('You may not pass both `type` and `types`.', 'types');
  const wanted = types ?? (type === undefined ? undefined : [type]);
  return listRows(world, 'events', parameters, '/v1/events', {
    names: ['type', 'types', 'delivery_success'],
    also: (row) =>
      (wanted?.some((name) => matches(row.type, name)) ?? true) && (delivered === undefined || (row.pending_webhooks === 0) === delivered),
  });
}

/** `invoice.*` matches every invoice event. */
const matches = (type: string, wanted: string): boolean => (wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted);

function createTestClock(world: World, parameters: Parameters): Stripe.TestHelpers.TestClock {
  const created = world.now();
  const clock: Stripe.TestHelpers.TestClock = {
    id: world.id('clock'),
    object: 'test_helpers.test_clock',
    created,
    deletes_after: created + DELETES_AFTER_S,
    frozen_time: read<number>(parameters, 'frozen_time') ?? created,
    livemode: false,
    name: read<string>(parameters, 'name') ?? null,
    status: 'ready',
    status_details: {},
  };
  return world.store.put('test_clocks', clock);
}

/**
 * Advances a clock; everything due has happened when this returns, where Stripe reports `advancing` for a while. @throws StripeApiError
 * backwards
 */
function advanceTestClock(world: World, id: string, parameters: Parameters): Stripe.TestHelpers.TestClock {
  const clock = world.find('test_clocks', id);
  const to = read<number>(parameters, 'frozen_time') ?? 0;
  if (to <= clock.frozen_time) throw invalid('Test clocks can only be advanced forward.', 'frozen_time');
  runDueSteps(world, id, to);
  clock.frozen_time = to;
  world.store.put('test_clocks', clock);
  world.emit('test_helpers.test_clock.ready', clock);
  return clock;
}

/** `POST /v1/invoices/create_preview`: the invoice of a subscription change, or its next one. Changes nothing. @throws StripeApiError */
function previewInvoice(world: World, parameters: Parameters): Stripe.Invoice {
  const id = read<string>(parameters, 'subscription');
  if (id === undefined) throw notSimulated('previews without a subscription', 'subscription');
  if (parameters.preview_mode === 'recurring') throw notSimulated('preview_mode recurring', 'preview_mode');
  const subscription = world.find('subscriptions', id, 'subscription');
  const customer = read<string>(parameters, 'customer');
  if (customer !== undefined && customer !== idOf(subscription.customer))
    throw invalid('The subscription is not the customer’s.', 'customer');
  if (subscription.status === 'canceled')
    throw invalid(`No upcoming invoices for subscription: ${id}`, 'subscription', 'invoice_upcoming_none');
  const details = read<Parameters>(parameters, 'subscription_details') ?? {};
  for (const name of ['billing_cycle_anchor', 'cancel_now']) if (name in details) throw notSimulated(name, `subscription_details[${name}]`);
  const behavior = read<ProrationBehavior>(details, 'proration_behavior') ?? 'create_prorations';
  const changes = read<Parameters[]>(details, 'items');
  const at = readProrationDate(world, subscription, details);
  const change = prorate(world, subscription, changedItems(world, subscription, changes ?? []), changes ? behavior : 'none', at);
  const now = world.now(subscription.customer);
  const bills = changes !== undefined && (behavior === 'always_invoice' || change.restarts);
  if (!bills && (details.cancel_at_period_end ?? subscription.cancel_at_period_end)) {
    throw invalid(`No upcoming invoices for subscription: ${id}`, 'subscription', 'invoice_upcoming_none');
  }
  const { start, end } = currentPeriod(subscription);
  const whole = change.items.map((item) => wholeLine(world, item, { start: end, end: end + (end - start) }));
  return buildInvoice(world, world.id('upcoming_in'), {
    subscription,
    reason: bills ? 'subscription_update' : 'subscription_cycle',
    lines: bills ? change.lines : [...(world.note(id).pendingLines ?? []), ...change.lines, ...whole],
    period: bills ? { start: now, end: now } : { start, end },
    ...(changes ? { prorationDate: at } : {}),
  });
}

interface FeatureParameters {
  invoice_history?: { enabled: boolean };
  payment_method_update?: { enabled: boolean };
  subscription_cancel?: {
    enabled: boolean;
    mode?: 'at_period_end' | 'immediately';
    proration_behavior?: 'always_invoice' | 'create_prorations' | 'none';
  };
  subscription_update?: { enabled: boolean };
  customer_update?: { enabled: boolean };
}

/** Returns the account's default configuration, created on first use: card, invoices, cancellation at the period's end. */
function defaultConfiguration(world: World): Stripe.BillingPortal.Configuration {
  const found = world.store.list('portal_configurations').find((row) => row.is_default);
  if (found) return found;
  const features = { invoice_history: { enabled: true }, payment_method_update: { enabled: true }, subscription_cancel: { enabled: true } };
  return world.store.put('portal_configurations', build(world, { features }, true));
}

function build(world: World, parameters: Parameters, isDefault: boolean): Stripe.BillingPortal.Configuration {
  const now = world.now();
  const profile = read<Partial<Stripe.BillingPortal.Configuration.BusinessProfile>>(parameters, 'business_profile');
  return {
    id: world.id('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: {
      headline: profile?.headline ?? null,
      privacy_policy_url: profile?.privacy_policy_url ?? null,
      terms_of_service_url: profile?.terms_of_service_url ?? null,
    },
    created: now,
    default_return_url: read<string>(parameters, 'default_return_url') ?? null,
    features: featuresOf(read<FeatureParameters>(parameters, 'features') ?? {}),
    is_default: isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: mergeMetadata({}, read(parameters, 'metadata')),
    name: read<string>(parameters, 'name') ?? null,
    updated: now,
  };
}

function featuresOf(features: FeatureParameters): Stripe.BillingPortal.Configuration.Features {
  if (features.subscription_update?.enabled) throw notSimulated('plan changes in the portal', 'features[subscription_update]');
  if (features.customer_update?.enabled) throw notSimulated('changes of the customer in the portal', 'features[customer_update]');
  const cancel = features.subscription_cancel;
  return {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history: { enabled: features.invoice_history?.enabled ?? false },
    payment_method_update: { enabled: features.payment_method_update?.enabled ?? false, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: cancel?.enabled ?? false,
      mode: cancel?.mode ?? 'at_period_end',
      proration_behavior: cancel?.proration_behavior ?? 'none',
    },
    subscription_pause: { duration: {}, enabled: false } as unknown as Stripe.BillingPortal.Configuration.Features['subscription_pause'],
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  };
}

function createConfiguration(world: World, parameters: Parameters): Stripe.BillingPortal.Configuration {
  only(parameters, ['business_profile', 'features', 'default_return_url', 'metadata', 'name']);
  const configuration = build(world, parameters, false);
  world.store.put('portal_configurations', configuration);
  world.emit('billing_portal.configuration.created', configuration);
  return configuration;
}

function listConfigurations(world: World, parameters: Parameters) {
  return listRows(world, 'portal_configurations', parameters, '/v1/billing_portal/configurations', { fields: ['active', 'is_default'] });
}

/** `POST /v1/billing_portal/sessions`. @throws StripeApiError */
function createPortalSession(world: World, parameters: Parameters): Stripe.BillingPortal.Session {
  only(parameters, ['customer', 'return_url', 'configuration', 'locale']);
  const customer = liveCustomer(world, read<string>(parameters, 'customer') ?? '', 'customer');
  const wanted = read<string>(parameters, 'configuration');
  const configuration = wanted === undefined ? defaultConfiguration(world) : world.find('portal_configurations', wanted, 'configuration');
  if (!configuration.active) throw invalid('The configuration is not active.', 'configuration');
  const back = read<string>(parameters, 'return_url') ?? configuration.default_return_url;
  if (back !== null) readUrl(back, 'return_url');
  const id = world.id('bps');
  return world.store.put('portal_sessions', {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: world.now(customer.id),
    customer: customer.id,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: back,
    url: `${world.origin()}/p/session/${id}`,
  });
}
