import { raw } from 'objection';
import { transact } from '#domain/platform/database.ts';
import { takeLink } from './account-link.ts';
import { Account } from './account.model.ts';

/**
 * Verifies an address by the link that was mailed there.
 * @throws ProductError auth.link_invalid
 */
export async function verifyEmail(token: string): Promise<void> {
  await transact(async (trx) => {
    const { accountId } = await takeLink(trx, 'verify-email', token);
    await Account.query(trx)
      .patch({ email_verified_at: raw('coalesce(email_verified_at, now())') as never })
      .where({ id: accountId });
  });
}
