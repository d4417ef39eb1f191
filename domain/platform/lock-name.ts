import type { Knex } from 'knex';
import { preparedRowsOf, sql } from './sql.ts';

/** Takes a named lock, such as `groups:<account id>`, for one transaction at a time; it is released when the transaction ends. */
export async function lockName(trx: Knex.Transaction, name: string): Promise<void> {
  await preparedRowsOf(trx, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
