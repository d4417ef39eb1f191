import type { Knex } from 'knex';
import type { MailKind } from './mail-kinds.ts';

/** Deletes a user's mails of a kind that still wait, in the transaction that makes them obsolete. One that is being sent stays. */
export async function withdrawMail(trx: Knex.Transaction, { accountId, kind }: { accountId: string; kind: MailKind }): Promise<void> {
  await trx('outgoing_mail').where({ account_id: accountId, kind, state: 'waiting' }).whereNull('lease_until').delete();
}
