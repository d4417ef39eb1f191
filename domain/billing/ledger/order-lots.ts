import { expression, sql, type Sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import type { Owner } from './owner.ts';
import { loadWallet } from './load-wallet.command.ts';
import type { Wallet } from './read-wallet.queries.ts';

/** Selects the lots that an order paid for, or a subscription (its row's id): all of them, or only the months of a period. */
export type LotsOf =
  | { readonly orderId: string }
  | { readonly subscriptionId: string; readonly period?: { readonly from: Date; readonly to: Date } };

/** The fields of a lot that revoking needs. */
export interface PaidLot {
  readonly id: string;
  readonly remaining: number;
  readonly frozen: number;
  readonly isFrozen: boolean;
  readonly isRevoked: boolean;
  readonly expiresAt: Date | null;
}

interface LotRow {
  readonly id: string;
  readonly remaining: number;
  readonly frozen: number;
  readonly frozen_at: Date | null;
  readonly revoked_at: Date | null;
  readonly expires_at: Date | null;
}

export const nameOf = (of: LotsOf): string => ('orderId' in of ? `order:${of.orderId}` : `subscription:${of.subscriptionId}`);

/**
 * SQL condition: the month of tokens belongs to the paid period, that is, overlaps it by more than a day. Our months and Stripe's periods
 * begin some seconds apart, or hours after a change from monthly to yearly.
 */
const isOfPeriod = ({ from, to }: NonNullable<Extract<LotsOf, { subscriptionId: string }>['period']>): Sql =>
  sql`source = 'monthly' and expires_at > ${from}::timestamptz + interval '1 day'
  and expires_at - interval '1 month' < ${to}::timestamptz - interval '1 day'`;

/** Locks the wallet that holds the selected lots, and reads the lots, oldest first; null when there are none. */
export async function lockLots(
  trx: Knex.Transaction,
  of: LotsOf,
  operation: { key: string; request: unknown; now?: Date | undefined },
): Promise<{ wallet: Wallet; lots: PaidLot[] } | null> {
  const where = (query: Knex.QueryBuilder) => {
    if ('orderId' in of) return void query.where({ order_id: of.orderId });
    query.where({ subscription_id: of.subscriptionId });
    if (of.period) query.where(expression(trx, isOfPeriod(of.period)));
  };
  const first = await trx('token_lot').modify(where).first('owner_kind', 'owner_id');
  if (!first) return null;
  const owner: Owner = { kind: first.owner_kind, id: first.owner_id };
  const wallet = await loadWallet(trx, owner, operation);
  const rows = await trx('token_lot')
    .modify(where)
    .orderBy('id')
    .select('id', 'remaining', 'frozen', 'frozen_at', 'revoked_at', 'expires_at');
  const lots = (rows as LotRow[]).map((row) => ({
    id: row.id,
    remaining: row.remaining,
    frozen: row.frozen,
    isFrozen: row.frozen_at !== null,
    isRevoked: row.revoked_at !== null,
    expiresAt: row.expires_at,
  }));
  return { wallet, lots };
}
