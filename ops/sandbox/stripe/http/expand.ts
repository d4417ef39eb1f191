import { lineItemsOf } from '../checkout/sessions.ts';
import type { Kind } from '../state/kinds.ts';
import type { World } from '../state/world.ts';
import { wholeList } from './lists.ts';
import { invalid } from './stripe-api-error.ts';

const DEEPEST = 4;

/** Fields that contain an id, and the kind it refers to. */
const REFERENCES: Record<string, Kind> = {
  charge: 'charges',
  configuration: 'portal_configurations',
  customer: 'customers',
  default_payment_method: 'payment_methods',
  default_price: 'prices',
  invoice: 'invoices',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'payment_intents',
  payment_method: 'payment_methods',
  product: 'products',
  schedule: 'schedules',
  subscription: 'subscriptions',
  test_clock: 'test_clocks',
};

/** Lists that an object contains only on request. */
const INCLUDED: Record<string, (world: World, id: string) => unknown> = {
  'checkout.session line_items': (world, id) => wholeList(lineItemsOf(world, id), `/v1/checkout/sessions/${id}/line_items`),
  'invoice payments': (world, id) =>
    wholeList(
      world.store.list('invoice_payments').filter(({ invoice }) => invoice === id),
      '/v1/invoice_payments',
    ),
  'charge refunds': (world, id) =>
    wholeList(
      world.store.list('refunds').filter(({ charge }) => charge === id),
      `/v1/charges/${id}/refunds`,
    ),
  'customer subscriptions': (world, id) =>
    wholeList(
      world.store.list('subscriptions').filter(({ customer, status }) => customer === id && status !== 'canceled'),
      `/v1/customers/${id}/subscriptions`,
    ),
};

/** Returns a copy of an answer with the fields of `paths` (`expand[]`) expanded. @throws StripeApiError for a field that cannot be expanded */
export function expandAnswer(world: World, answer: unknown, paths: readonly string[]): unknown {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > DEEPEST) throw invalid(`You cannot expand more than ${DEEPEST} levels of a property. Property: ${path}`, 'expand');
    expandInto(world, copy, steps, path);
  }
  return copy;
}

function expandInto(world: World, value: unknown, steps: readonly string[], path: string): void {
  if (Array.isArray(value)) {
    for (const entry of value) expandInto(world, entry, steps, path);
    return;
  }
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== 'object' || value === null) return;
  const target = value as Record<string, unknown>;
  const include = INCLUDED[`${String(target.object)} ${step}`];
  const reference = REFERENCES[step];
  if (include && target[step] === undefined) target[step] = structuredClone(include(world, String(target.id)));
  else if (reference && typeof target[step] === 'string')
    target[step] = structuredClone(world.store.get(reference, target[step]) ?? target[step]);
  else if (!(step in target) || (rest.length === 0 && !reference && !include)) {
    throw invalid(`This property cannot be expanded (${path}).`, 'expand');
  }
  expandInto(world, target[step], rest, path);
}
