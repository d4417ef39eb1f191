import type { Knex } from 'knex';
import { nameOf, type LotsOf } from './lot-of.ts';
import type { Owner } from './owner.ts';

/** Returns what an occasion revoked of lots (`revokeLot`), and from whom; null when nothing was. */
export async function revokedBy(trx: Knex.Transaction, of: LotsOf, key: string): Promise<{ owner: Owner; centitokens: number } | null> {
  const row = await trx('ledger_transaction as t')
    .join('ledger_entry as e', 'e.transaction_id', 't.id')
    .join('ledger_account as a', 'a.id', 'e.account_id')
    .where({ 't.idempotency_key': `revoke:${nameOf(of)}:${key}`, 'a.kind': 'revoked' })
    .groupBy('t.owner_kind', 't.owner_id')
    .first('t.owner_kind', 't.owner_id', trx.raw('sum(e.amount)::bigint as centitokens'));
  return row ? { owner: { kind: row.owner_kind, id: row.owner_id }, centitokens: Number(row.centitokens) } : null;
}
