import { sql, type Sql } from '#domain/platform/sql.ts';

/** Converts to dollars for the wire; everything inside is integer cents. */
export const inDollars = (cents: number): number => cents / 100;

/**
 * SQL condition: the ledger row `t` changed what a creator is owed: sales and their refunds, of courses and of whatever else is shared
 * (G15). `change` is the creator's own share (A10). Uses the index `ledger_sales`.
 */
export const isSaleOf = (creatorId: string): Sql =>
  sql`t.owner_kind = 'user' and t.owner_id = ${creatorId} and t.unit = 'USD' and t.kind in ('sale','sale_refund')`;
