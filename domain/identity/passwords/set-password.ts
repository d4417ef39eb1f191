import type { Knex } from 'knex';
import { addMail } from '#domain/mail/add-mail.command.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { uuidv7 } from 'uuidv7';
import { Account } from '#domain/identity/accounts/account.model.ts';
import { revokeSessionsOf } from '#domain/identity/sessions/revoke-sessions.command.ts';

/**
 * Sets an account's password, in the caller's transaction: ends its sessions except `keep`, invalidates password links, notifies the owner
 * by mail, and writes an audit entry.
 * @param given `passwordHash` of the new one; `how` for the audit
 * @returns ids of the ended sessions, to pass to `invalidateSession` after the commit
 */
export async function setPassword(
  trx: Knex.Transaction,
  given: { accountId: string; passwordHash: string; keep?: string; how: 'reset' | 'change' },
): Promise<string[]> {
  const { accountId, passwordHash, keep, how } = given;
  // lock the account first: a concurrent sign-in waits for this row
  const [account] = await Account.query(trx)
    .patch({ password_hash: passwordHash })
    .where({ id: accountId })
    .whereNull('deleted_at')
    .returning(['email', 'first_name']);
  if (!account) return [];
  const ended = await revokeSessionsOf(trx, { accountId, ...(keep !== undefined && { except: keep }) }, `password-${how}`);
  // pending sign-ins have proved the old password
  await trx('pending_sign_in').where({ account_id: accountId }).delete();
  await trx('account_link').where({ account_id: accountId, kind: 'reset-password' }).delete();
  await addMail(trx, {
    kind: 'password-changed',
    cause: `password-changed:${uuidv7()}`,
    accountId,
    to: account.email,
    data: { first_name: account.first_name, at: new Date().toISOString(), link: '/forgot-password' },
  });
  await recordAudit({ actor: `account:${accountId}`, action: `password.${how}`, subject: `account:${accountId}` }, trx);
  return ended;
}
