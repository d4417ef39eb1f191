import type { Knex } from 'knex';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { VendorCall } from './vendor-lane.model.ts';

/** Deletes at most `most` calls that belong to no run and are older than this. @returns how many */
export async function pruneCalls(days: number, most: number): Promise<number> {
  const deleted = await rowsOf<Pick<VendorCall, 'id'>>(
    database(),
    sql`delete from vendor_call where id in (
       select id from vendor_call where run_id is null and started_at < now() - ${days} * interval '1 day' limit ${most} for update skip locked)
     returning id`,
  );
  return deleted.length;
}

/** Deletes the calls of a run, made and waiting, in the caller's transaction. */
export async function pruneCallsOf(trx: Knex.Transaction, runId: string): Promise<void> {
  await trx('vendor_call').where({ run_id: runId }).del();
  await trx('vendor_batch_item').where({ run_id: runId }).del();
}
