import { sql, type Sql } from '#domain/platform/sql.ts';

/** Converts cents to dollars for the wire; all internal amounts are integer cents. */
export const inDollars = (cents: number): number => cents / 100;

/**
 * SQL condition: the ledger row `t` changed the amount owed to a creator: sales and their refunds, of courses and of everything else that
 * is shared (G15). `change` is the creator's own share (A10). Uses the index `ledger_sales`.
 */
export const isSaleOf = (creatorId: string): Sql =>
  sql`t.owner_kind = 'user' and t.owner_id = ${creatorId} and t.unit = 'USD' and t.kind in ('sale','sale_refund')`;
