import type Stripe from 'stripe';
import { listRows } from '../http/lists.ts';
import { mergeMetadata, only, read } from '../http/parameters.ts';
import { invalid, notFound } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import { idOf, type World } from '../state/world.ts';
import { endSubscription } from '../subscriptions/end-subscription.ts';
import { blank } from '../state/blank.ts';

const SIMULATED = ['email', 'name', 'description', 'metadata', 'phone', 'preferred_locales', 'invoice_settings', 'test_clock'];

export function createCustomer(world: World, parameters: Parameters): Stripe.Customer {
  only(parameters, SIMULATED);
  const clock = read<string>(parameters, 'test_clock');
  if (clock !== undefined) world.find('test_clocks', clock, 'test_clock');
  const id = world.id('cus');
  const customer: Stripe.Customer = {
    id,
    object: 'customer',
    ...blank('customer'),
    balance: 0,
    created: clock === undefined ? world.now() : world.find('test_clocks', clock).frozen_time,
    invoice_prefix: id.slice(-8).toUpperCase(),
    next_invoice_sequence: 1,
    tax_exempt: 'none',
    test_clock: clock ?? null,
  };
  apply(world, customer, parameters);
  world.store.put('customers', customer);
  world.emit('customer.created', customer);
  return customer;
}

function apply(world: World, customer: Stripe.Customer, parameters: Parameters): void {
  for (const field of ['email', 'name', 'description', 'phone'] as const) {
    const value = read<string>(parameters, field);
    if (value !== undefined) customer[field] = value === '' ? null : value;
  }
  if (customer.email !== null && !/^[^\s@]+@[^\s@]+$/.test(customer.email))
    throw invalid(`Invalid email address: ${customer.email}`, 'email', 'email_invalid');
  customer.preferred_locales = read<string[]>(parameters, 'preferred_locales') ?? customer.preferred_locales;
  customer.metadata = mergeMetadata(customer.metadata, read(parameters, 'metadata'));
  const settings = read<Parameters>(parameters, 'invoice_settings');
  if (settings) {
    only(settings, ['default_payment_method'], 'invoice_settings');
    const method = read<string>(settings, 'default_payment_method');
    if (method) checkOwned(world, method, customer.id);
    if (method !== undefined) customer.invoice_settings.default_payment_method = method === '' ? null : method;
  }
}

/** @throws StripeApiError when the payment method is not attached to this customer */
export function checkOwned(world: World, method: string, customer: string): void {
  if (idOf(world.find('payment_methods', method, 'default_payment_method').customer) !== customer) {
    throw invalid(`The customer does not have a payment method with the ID ${method}.`, 'default_payment_method', 'resource_missing');
  }
}

export function isDeleted(world: World, id: string): boolean {
  return world.note(id).deleted === true;
}

/** @throws StripeApiError for an unknown or deleted customer */
export function liveCustomer(world: World, id: string, param?: string): Stripe.Customer {
  const customer = world.find('customers', id, param);
  if (isDeleted(world, id)) throw notFound('customer', id, param);
  return customer;
}

export function retrieveCustomer(world: World, id: string): Stripe.Customer | Stripe.DeletedCustomer {
  return isDeleted(world, id) ? { id, object: 'customer', deleted: true } : world.find('customers', id);
}

/** Deletes a customer; its subscriptions end immediately. */
export function deleteCustomer(world: World, id: string): Stripe.DeletedCustomer {
  const customer = liveCustomer(world, id);
  for (const subscription of world.store.list('subscriptions')) {
    if (subscription.customer === id) endSubscription(world, subscription, 'cancellation_requested');
  }
  world.remember(id, { deleted: true });
  world.emit('customer.deleted', customer);
  return { id, object: 'customer', deleted: true };
}

export function listCustomers(world: World, parameters: Parameters) {
  return listRows(world, 'customers', parameters, '/v1/customers', {
    fields: ['email', 'test_clock'],
    also: ({ id }) => !isDeleted(world, id),
  });
}
