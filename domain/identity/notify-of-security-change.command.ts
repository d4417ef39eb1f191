import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { addMail } from '#domain/mail/mail.commands.ts';
import type { SecurityChange } from '#domain/mail/templates/security-changed.ts';

/** Mails the owner that a sign-in method has changed, in case an attacker changed it; in the caller's transaction. */
export async function notifyOfSecurityChange(
  trx: Knex.Transaction,
  { accountId, change, name }: { accountId: string; change: SecurityChange; name?: string },
): Promise<void> {
  const account = await trx('account').where({ id: accountId }).whereNull('deleted_at').first('email', 'first_name');
  if (!account) return;
  const data = { first_name: account.first_name, change, at: new Date().toISOString(), link: '/account', ...(name && { about: name }) };
  await addMail(trx, { kind: 'security-changed', cause: `security-changed:${uuidv7()}`, accountId, to: account.email, data });
}
