import type { Order } from './order.ts';
import { purchaseOf } from './resolve-purchase.ts';

type Promised = Pick<Order, 'package_id' | 'detail'>;

/**
 * Returns the whole tokens that an order grants: the catalogue's number when the order was placed. Older orders did not store it and grant
 * today's number. 0 for orders without tokens.
 */
export const promisedTokens = ({ package_id: id, detail }: Promised): number => detail.tokens ?? purchaseOf(id)?.tokens ?? 0;

/** Returns the display name of an order: `Premium`, `330 tokens`. */
export const orderName = ({ package_id: id, detail }: Promised): string =>
  detail.tokens ? `${detail.tokens.toLocaleString('en-US')} tokens` : (detail.name ?? purchaseOf(id)?.name ?? id);
