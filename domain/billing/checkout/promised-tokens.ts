import type { Order } from './order.ts';
import { purchaseOf } from './resolve-purchase.ts';

type Promised = Pick<Order, 'package_id' | 'detail'>;

/**
 * Returns how many whole tokens an order grants: as in the catalogue when it was placed. Older orders did not store that and grant today's
 * number. 0 for orders without tokens.
 */
export const promisedTokens = ({ package_id: id, detail }: Promised): number => detail.tokens ?? purchaseOf(id)?.tokens ?? 0;

/** Returns an order's name for users: `Premium`, `330 tokens`. */
export const orderName = ({ package_id: id, detail }: Promised): string =>
  detail.tokens ? `${detail.tokens.toLocaleString('en-US')} tokens` : (detail.name ?? purchaseOf(id)?.name ?? id);
