import type { Knex } from 'knex';

/** Deletes a notification whose request has become obsolete, read or not, in the transaction that makes it so. A missing one is no error. */
export async function withdrawNotification(
  trx: Knex.Transaction,
  { accountId, cause }: { readonly accountId: string; readonly cause: string },
): Promise<void> {
  await trx('notification').where({ account_id: accountId, cause }).del();
}
