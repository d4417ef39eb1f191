import type { Knex } from 'knex';
import { preparedRowsOf, sql } from './sql.ts';

/** Lets one transaction at a time have a name, such as `groups:<account id>`; it is free again when the transaction ends. */
export async function lockName(trx: Knex.Transaction, name: string): Promise<void> {
  await preparedRowsOf(trx, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
