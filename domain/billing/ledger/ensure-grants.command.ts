import type { Knex } from 'knex';
import { loadWallet } from './load-wallet.command.ts';
import type { Owner } from './owner.ts';

/**
 * Grants what is due now and expires ended lots: the day's tokens, this month's, and the difference after an upgrade within the month. It
 * reads the live subscription, so a transaction that changes that row may call it, in any order and any number of times; omitting the call
 * loses nothing, because every wallet operation begins with it.
 * @returns what can be spent, in hundredths of a token
 */
export async function ensureGrants(trx: Knex.Transaction, owner: Owner, now = new Date()): Promise<number> {
  return (await loadWallet(trx, owner, { now })).available;
}
