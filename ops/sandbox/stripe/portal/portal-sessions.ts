import type Stripe from 'stripe';
import { liveCustomer } from '../customers/customers.ts';
import { only, read, readUrl } from '../http/parameters.ts';
import { invalid } from '../http/stripe-refusal.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { World } from '../state/world.ts';
import { defaultConfiguration } from './configurations.ts';

/** `POST /v1/billing_portal/sessions`. @throws StripeRefusal */
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
