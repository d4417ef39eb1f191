import type Stripe from 'stripe';
import { pageOf } from '../http/lists.ts';
import { mergeMetadata, only, read } from '../http/parameters.ts';
import { notSimulated } from '../http/stripe-refusal.ts';
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

/** The account's own configuration, made when it is first needed: card, invoices, cancel at the period's end. */
export function defaultConfiguration(world: World): Stripe.BillingPortal.Configuration {
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

export function retrieveConfiguration(world: World, id: string): Stripe.BillingPortal.Configuration {
  return world.find('portal_configurations', id);
}

export function updateConfiguration(world: World, id: string, parameters: Parameters): Stripe.BillingPortal.Configuration {
  only(parameters, ['active', 'features', 'default_return_url', 'metadata', 'name']);
  const configuration = world.find('portal_configurations', id);
  world.update('portal_configurations', configuration, 'billing_portal.configuration.updated', () => {
    configuration.active = read<boolean>(parameters, 'active') ?? configuration.active;
    configuration.default_return_url = read<string>(parameters, 'default_return_url') ?? configuration.default_return_url;
    configuration.metadata = mergeMetadata(configuration.metadata ?? {}, read(parameters, 'metadata'));
    configuration.name = read<string>(parameters, 'name') ?? configuration.name;
    const features = read<FeatureParameters>(parameters, 'features');
    if (features) configuration.features = featuresOf({ ...asParameters(configuration.features), ...features });
    configuration.updated = world.now();
  });
  return configuration;
}

const asParameters = ({
  invoice_history,
  payment_method_update,
  subscription_cancel,
}: Stripe.BillingPortal.Configuration.Features): FeatureParameters =>
  ({ invoice_history, payment_method_update, subscription_cancel }) as FeatureParameters;

export function listConfigurations(world: World, parameters: Parameters) {
  only(parameters, ['active', 'is_default', 'limit', 'starting_after', 'ending_before']);
  const { active, is_default: isDefault } = parameters;
  const rows = world.store
    .list('portal_configurations')
    .filter((row) => (active === undefined || row.active === active) && (isDefault === undefined || row.is_default === isDefault));
  return pageOf(rows, parameters, '/v1/billing_portal/configurations');
}
