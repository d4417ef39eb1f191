import type { Knex } from 'knex';
import { loadWallet } from './load-wallet.command.ts';
import type { Owner } from './owner.ts';

/**
 * Gives what is due now and lets ended lots end: the day's tokens, this month's, and the difference when a plan was raised within its month.
 * It reads the live subscription, so whoever changes that row may call it in the same transaction, in any order and any number of times;
 * whoever does not call it loses nothing, because every operation of the wallet begins with it.
 * @returns what can be spent, in hundredths of a token
 */
export async function ensureGrants(trx: Knex.Transaction, owner: Owner, now = new Date()): Promise<number> {
  return (await loadWallet(trx, owner, { now })).available;
}
