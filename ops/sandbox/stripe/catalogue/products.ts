import type Stripe from 'stripe';
import { mergeMetadata, only, read } from '../http/parameters.ts';
import { invalid } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { World } from '../state/world.ts';

const SIMULATED = ['id', 'name', 'description', 'active', 'metadata', 'images', 'url', 'unit_label', 'statement_descriptor', 'shippable'];

export function createProduct(world: World, parameters: Parameters): Stripe.Product {
  only(parameters, SIMULATED);
  const id = read<string>(parameters, 'id') ?? world.id('prod');
  if (world.store.get('products', id)) throw invalid('Product already exists.', 'id', 'resource_already_exists');
  const now = world.now();
  const product: Stripe.Product = {
    id,
    object: 'product',
    active: read<boolean>(parameters, 'active') ?? true,
    created: now,
    default_price: null,
    description: read<string>(parameters, 'description') ?? null,
    images: read<string[]>(parameters, 'images') ?? [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, read(parameters, 'metadata')),
    name: read<string>(parameters, 'name') ?? '',
    package_dimensions: null,
    shippable: read<boolean>(parameters, 'shippable') ?? null,
    statement_descriptor: read<string>(parameters, 'statement_descriptor') ?? null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: read<string>(parameters, 'unit_label') ?? null,
    updated: now,
    url: read<string>(parameters, 'url') ?? null,
  };
  world.store.put('products', product);
  world.emit('product.created', product);
  return product;
}
