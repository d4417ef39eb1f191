import { transact } from '#domain/platform/database.ts';
import { takeLink } from '#domain/identity/accounts/account-link.ts';
import { verifyAddress } from '#domain/identity/accounts/verify-email.command.ts';
import { invalidateSession } from '#domain/identity/sessions/live-sessions.ts';
import { hashPassword } from './password.ts';
import { setPassword } from './set-password.ts';

/**
 * Sets a new password by a mailed link and ends all sessions. Having the link proves the address, so that is verified too.
 * @throws ProductError auth.link_invalid
 */
export async function resetPassword(given: { token: string; password: string }): Promise<void> {
  const passwordHash = await hashPassword(given.password);
  const ended = await transact(async (trx) => {
    const { accountId } = await takeLink(trx, 'reset-password', given.token);
    await verifyAddress(trx, accountId);
    return setPassword(trx, { accountId, passwordHash, how: 'reset' });
  });
  ended.forEach(invalidateSession);
}
