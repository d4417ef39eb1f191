import type { Knex } from 'knex';
import type { Passkey } from '#contract/identity/passkeys.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { notifyOfSecurityChange } from '../notify-of-security-change.command.ts';
import { asPasskey, PASSKEY_COLUMNS } from './passkey.queries.ts';

interface Named {
  readonly accountId: string;
  readonly passkeyId: string;
}

/** Renames a passkey. @throws ProductError not_found when it is not the account's */
export async function renamePasskey({ accountId, passkeyId, name }: Named & { readonly name: string }): Promise<Passkey> {
  if (!isUuid(passkeyId)) throw notFound('passkey');
  const [row] = await database()('passkey')
    .where({ id: passkeyId, account_id: accountId })
    .update({ name })
    .returning([...PASSKEY_COLUMNS]);
  if (!row) throw notFound('passkey');
  return asPasskey(row);
}

/** Removes a passkey and notifies its owner. @throws ProductError not_found when it is not the account's */
export async function removePasskey({ accountId, passkeyId }: Named): Promise<void> {
  if (!isUuid(passkeyId)) throw notFound('passkey');
  await transact((trx) => dropPasskey(trx, { accountId, passkeyId }));
}

/** `removePasskey` in the caller's transaction. */
export async function dropPasskey(trx: Knex.Transaction, { accountId, passkeyId }: Named): Promise<void> {
  const [row] = await trx('passkey').where({ id: passkeyId, account_id: accountId }).delete().returning('name');
  if (!row) throw notFound('passkey');
  await notifyOfSecurityChange(trx, { accountId, change: 'passkey_removed', name: row.name });
  await recordAudit({ actor: `account:${accountId}`, action: 'passkey.remove', subject: `account:${accountId}` }, trx);
}
