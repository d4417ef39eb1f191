import type { Knex } from 'knex';
import type { Owner } from './owner.ts';
import { loadWallet } from './load-wallet.command.ts';
import type { Wallet } from './read-wallet.queries.ts';

/** Lots by what paid for them: an order's one, or all that a subscription (its row's id) has given. */
export type LotsOf = { readonly orderId: string } | { readonly subscriptionId: string };

/** A lot as far as taking it back goes. */
export interface PaidLot {
  readonly id: string;
  readonly remaining: number;
  readonly frozen: number;
  readonly isFrozen: boolean;
  readonly isRevoked: boolean;
  readonly expiresAt: Date | null;
}

export const nameOf = (of: LotsOf): string => ('orderId' in of ? `order:${of.orderId}` : `subscription:${of.subscriptionId}`);

/** Locks the wallet that such lots are in and reads them, oldest first; null when there are none. */
export async function lockLots(
  trx: Knex.Transaction,
  of: LotsOf,
  operation: { key: string; request: unknown; now?: Date | undefined },
): Promise<{ wallet: Wallet; lots: PaidLot[] } | null> {
  const where = 'orderId' in of ? { order_id: of.orderId } : { subscription_id: of.subscriptionId };
  const first = await trx('token_lot').where(where).first('owner_kind', 'owner_id');
  if (!first) return null;
  const owner: Owner = { kind: first.owner_kind, id: first.owner_id };
  const wallet = await loadWallet(trx, owner, operation);
  const rows = await trx('token_lot')
    .where(where)
    .orderBy('id')
    .select('id', 'remaining', 'frozen', 'frozen_at', 'revoked_at', 'expires_at');
  const lots = rows.map((row) => ({
    id: row.id,
    remaining: row.remaining,
    frozen: row.frozen,
    isFrozen: row.frozen_at !== null,
    isRevoked: row.revoked_at !== null,
    expiresAt: row.expires_at,
  }));
  return { wallet, lots };
}
