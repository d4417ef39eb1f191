import type { Order } from './order.ts';
import { purchaseOf } from './resolve-purchase.ts';

type Promised = Pick<Order, 'package_id' | 'detail'>;

/**
 * How many whole tokens an order gives: what stood in the catalogue when it was written, whatever stands there now. Orders from before that
 * was kept with them give today's. 0 for what gives none.
 */
export const promisedTokens = ({ package_id: id, detail }: Promised): number => detail.tokens ?? purchaseOf(id)?.tokens ?? 0;

/** What an order is for, as people know it: `Premium`, `330 tokens`. */
export const boughtName = ({ package_id: id, detail }: Promised): string =>
  detail.tokens ? `${detail.tokens.toLocaleString('en-US')} tokens` : (detail.name ?? purchaseOf(id)?.name ?? id);
