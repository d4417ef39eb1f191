import { rowsOf, sql } from '#domain/platform/sql.ts';
import { database, transact } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { loadWallet } from './load-wallet.command.ts';
import type { Owner } from './owner.ts';

const BATCH = 200;

/**
 * Expires the ended lots of inactive wallets; active ones do so before any operation. Grants no allowances: an inactive wallet is not
 * touched every day. Safe from several processes at once.
 * @returns number of wallets processed
 */
export async function expireLots(now = new Date()): Promise<number> {
  let wallets = 0;
  const failed = new Set<string>();
  for (;;) {
    const owners = await rowsOf<Owner>(
      database(),
      sql`select distinct owner_kind as kind, owner_id as id from token_lot
        where remaining > 0 and expires_at <= ${now} and not owner_id = any(${[...failed]}::text[]) limit ${BATCH}`,
    );
    for (const owner of owners) {
      try {
        await transact((trx) => loadWallet(trx, owner, { now, withoutGrants: true }));
        wallets += 1;
      } catch (error) {
        // a wallet that cannot be written must not block the others
        failed.add(owner.id);
        logger().error({ err: error, wallet: owner }, 'ledger: ended lots could not be booked');
      }
    }
    if (owners.length < BATCH) return wallets;
  }
}
