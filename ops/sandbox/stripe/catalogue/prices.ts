import type Stripe from 'stripe';
import { listRows } from '../http/lists.ts';
import { checkAmount, mergeMetadata, only, read } from '../http/parameters.ts';
import { invalid } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { World } from '../state/world.ts';
import { createProduct } from './products.ts';

const SIMULATED = [
  'currency',
  'unit_amount',
  'product',
  'product_data',
  'recurring',
  'lookup_key',
  'transfer_lookup_key',
  'metadata',
  'nickname',
  'active',
  'tax_behavior',
  'billing_scheme',
];

const MOST_KEYS = 10;

interface RecurringParameters {
  interval: Stripe.Price.Recurring['interval'];
  interval_count?: number;
}

/** The API has it as text; the SDK converts it to a Decimal. */
export const decimalText = (cents: number): Stripe.Decimal => String(cents) as unknown as Stripe.Decimal;

export function createPrice(world: World, parameters: Parameters): Stripe.Price {
  only(parameters, SIMULATED);
  const amount = read<number>(parameters, 'unit_amount');
  if (amount === undefined)
    throw invalid('You must pass unit_amount; the sandbox has no tiers and no custom amounts.', 'unit_amount', 'parameter_missing');
  checkAmount(amount, 'unit_amount');
  const lookupKey = read<string>(parameters, 'lookup_key') ?? null;
  const holder = lookupKey === null ? undefined : world.store.list('prices').find((price) => price.lookup_key === lookupKey);
  if (holder && !read<boolean>(parameters, 'transfer_lookup_key')) {
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key', 'resource_already_exists');
  }
  const price = buildPrice(world, { ...parameters, product: productOf(world, parameters) });
  if (holder) world.update('prices', holder, 'price.updated', () => (holder.lookup_key = null));
  price.lookup_key = lookupKey;
  world.store.put('prices', price);
  world.emit('price.created', price);
  return price;
}

/** Makes a price from `price_data`, stored as Stripe does: inactive, for this use only. @throws StripeApiError */
export function createInlinePrice(world: World, data: Parameters, param: string): Stripe.Price {
  only(data, ['currency', 'unit_amount', 'product', 'product_data', 'recurring', 'tax_behavior'], param);
  if (typeof data.unit_amount !== 'number')
    throw invalid(`Missing required param: ${param}[unit_amount].`, `${param}[unit_amount]`, 'parameter_missing');
  checkAmount(data.unit_amount, `${param}[unit_amount]`);
  const price = buildPrice(world, { ...data, product: productOf(world, data), active: false });
  world.store.put('prices', price);
  return price;
}

function productOf(world: World, parameters: Parameters): string {
  const data = read<Parameters>(parameters, 'product_data');
  const product = read<string>(parameters, 'product');
  if ((data === undefined) === (product === undefined))
    throw invalid('You must specify one of `product` or `product_data`.', 'product', 'parameter_missing');
  return data ? createProduct(world, data).id : world.find('products', String(product), 'product').id;
}

function buildPrice(world: World, parameters: Parameters): Stripe.Price {
  const recurring = read<RecurringParameters>(parameters, 'recurring');
  const amount = Number(parameters.unit_amount);
  if (recurring) only(recurring as unknown as Parameters, ['interval', 'interval_count', 'usage_type'], 'recurring');
  return {
    id: world.id('price'),
    object: 'price',
    active: read<boolean>(parameters, 'active') ?? true,
    billing_scheme: 'per_unit',
    created: world.now(),
    currency: String(parameters.currency).toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: mergeMetadata({}, read(parameters, 'metadata')),
    nickname: read<string>(parameters, 'nickname') ?? null,
    product: String(parameters.product),
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: read<Stripe.Price['tax_behavior']>(parameters, 'tax_behavior') ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: decimalText(amount),
  };
}

export function updatePrice(world: World, id: string, parameters: Parameters): Stripe.Price {
  only(parameters, ['active', 'metadata', 'nickname', 'lookup_key', 'transfer_lookup_key']);
  const price = world.find('prices', id);
  const key = read<string>(parameters, 'lookup_key');
  const holder = key ? world.store.list('prices').find((other) => other.lookup_key === key && other.id !== id) : undefined;
  if (holder && !read<boolean>(parameters, 'transfer_lookup_key')) {
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key', 'resource_already_exists');
  }
  if (holder) world.update('prices', holder, 'price.updated', () => (holder.lookup_key = null));
  world.update('prices', price, 'price.updated', () => {
    price.active = read<boolean>(parameters, 'active') ?? price.active;
    price.nickname = read<string>(parameters, 'nickname') ?? price.nickname;
    price.metadata = mergeMetadata(price.metadata, read(parameters, 'metadata'));
    if (key !== undefined) price.lookup_key = key === '' ? null : key;
  });
  return price;
}

export function listPrices(world: World, parameters: Parameters) {
  const keys = read<string[]>(parameters, 'lookup_keys');
  if (keys && keys.length > MOST_KEYS) throw invalid(`You may only specify up to ${MOST_KEYS} lookup keys.`, 'lookup_keys');
  return listRows(world, 'prices', parameters, '/v1/prices', {
    fields: ['active', 'currency', 'product', 'type'],
    names: ['lookup_keys'],
    also: ({ lookup_key: key }) => keys === undefined || (key !== null && keys.includes(key)),
  });
}
