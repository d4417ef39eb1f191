import type { Knex } from 'knex';

/**
 * Takes back a notification that asks for something which cannot or need not be done any more, read or not, in the transaction that makes
 * it so. One that is not there, or not any more, is no error.
 */
export async function withdrawNotification(
  trx: Knex.Transaction,
  { accountId, cause }: { readonly accountId: string; readonly cause: string },
): Promise<void> {
  await trx('notification').where({ account_id: accountId, cause }).del();
}
