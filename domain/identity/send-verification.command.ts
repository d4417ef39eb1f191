import type { Knex } from 'knex';
import { addMail } from '#domain/mail/add-mail.command.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { makeLink } from './account-link.ts';
import { Account } from './account.model.ts';

/** Mails somebody the link that verifies the address, in the caller's transaction. */
export async function mailVerification(trx: Knex.Transaction, account: { id: string; email: string; first_name: string }): Promise<void> {
  const { seed, name } = await makeLink(trx, 'verify-email', account.id);
  await addMail(trx, {
    kind: 'verify-email',
    cause: `verify-email:${name}`,
    accountId: account.id,
    to: account.email,
    data: { first_name: account.first_name, seed },
  });
}

/**
 * Mails the link again. An address that is verified already gets none.
 * @returns whether it is verified
 * @throws ProductError not_found
 */
export async function sendVerification(accountId: string): Promise<{ verified: boolean }> {
  return transact(async (trx) => {
    const account = await Account.query(trx).findById(accountId).forUpdate();
    if (!account) throw notFound('account');
    if (account.email_verified_at) return { verified: true };
    await mailVerification(trx, account);
    return { verified: false };
  });
}
