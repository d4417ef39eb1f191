/** Converts to dollars for the wire; everything inside is integer cents. */
export const inDollars = (cents: number): number => cents / 100;

/**
 * Ledger rows `t` that changed what the creator `:accountId` is owed: sales and their refunds, of courses and of whatever else is shared
 * (G15). `change` is the creator's own share (A10). Uses the index `ledger_sales`.
 */
export const SALES = `t.owner_kind = 'user' and t.owner_id = :accountId and t.unit = 'USD' and t.kind in ('sale','sale_refund')`;
