import type { Knex } from 'knex';
import { transact } from '#domain/platform/database.ts';
import { takeLink } from './account-link.ts';

/**
 * Verifies an address by the link that was mailed there.
 * @throws ProductError auth.link_invalid
 */
export async function verifyEmail(token: string): Promise<void> {
  await transact(async (trx) => {
    const { accountId } = await takeLink(trx, 'verify-email', token);
    await verifyAddress(trx, accountId);
  });
}

/** Records that an account's address is its owner's, in the caller's transaction; a repetition changes nothing. */
export async function verifyAddress(trx: Knex.Transaction, accountId: string): Promise<void> {
  await trx('account').where({ id: accountId, email_verified_at: null }).update({ email_verified_at: trx.fn.now() });
}
