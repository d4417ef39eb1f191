import { database, transact } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { loadWallet } from './load-wallet.command.ts';
import type { Owner } from './owner.ts';

const BATCH = 200;

/**
 * Books the end of lots whose time is over, for wallets that nobody opens; who opens theirs has it booked before anything else. Gives no
 * allowances: a wallet that sleeps is not woken every day. Safe from several processes at once.
 * @returns wallets that were looked at
 */
export async function expireLots(now = new Date()): Promise<number> {
  let wallets = 0;
  const failed = new Set<string>();
  for (;;) {
    const { rows } = await database().raw(
      `select distinct owner_kind as kind, owner_id as id from token_lot
        where remaining > 0 and expires_at <= ? and not owner_id = any(?) limit ${BATCH}`,
      [now, [...failed]],
    );
    for (const owner of rows as Owner[]) {
      try {
        await transact((trx) => loadWallet(trx, owner, { now, withoutGrants: true }));
        wallets += 1;
      } catch (error) {
        // one wallet that cannot be written must not keep all others waiting
        failed.add(owner.id);
        logger().error({ err: error, wallet: owner }, 'ledger: ended lots could not be booked');
      }
    }
    if (rows.length < BATCH) return wallets;
  }
}
