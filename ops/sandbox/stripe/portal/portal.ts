import type Stripe from 'stripe';
import { liveCustomer } from '../customers/customers.ts';
import { listRows } from '../http/lists.ts';
import { mergeMetadata, only, read, readUrl } from '../http/parameters.ts';
import { invalid, notSimulated } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { World } from '../state/world.ts';

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

/** The account's default configuration, made on first use: card, invoices, cancellation at the period's end. */
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

export function createConfiguration(world: World, parameters: Parameters): Stripe.BillingPortal.Configuration {
  only(parameters, ['business_profile', 'features', 'default_return_url', 'metadata', 'name']);
  const configuration = build(world, parameters, false);
  world.store.put('portal_configurations', configuration);
  world.emit('billing_portal.configuration.created', configuration);
  return configuration;
}

export function listConfigurations(world: World, parameters: Parameters) {
  return listRows(world, 'portal_configurations', parameters, '/v1/billing_portal/configurations', { fields: ['active', 'is_default'] });
}

/** `POST /v1/billing_portal/sessions`. @throws StripeApiError */
export function createPortalSession(world: World, parameters: Parameters): Stripe.BillingPortal.Session {
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
