import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { Account } from './account.model.ts';
import { mailLink } from './mail-link.command.ts';

/**
 * Mails the link again. A verified address gets none.
 * @returns whether it is verified
 * @throws ProductError not_found
 */
export async function sendVerification(accountId: string): Promise<{ verified: boolean }> {
  return transact(async (trx) => {
    const account = await Account.query(trx).findById(accountId).forUpdate();
    if (!account) throw notFound('account');
    if (account.email_verified_at) return { verified: true };
    await mailLink(trx, 'verify-email', account);
    return { verified: false };
  });
}
