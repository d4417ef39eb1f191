import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { Account } from '#domain/identity/accounts/account.model.ts';
import { invalidateSession } from '#domain/identity/sessions/live-sessions.ts';
import { hashPassword } from './password.ts';
import { provePassword } from './prove-password.ts';
import { setPassword } from './set-password.ts';

/**
 * Changes the password of a user who knows the current one, and ends all other sessions.
 * @returns number of ended sessions
 * @throws ProductError auth.password_wrong
 */
export async function changePassword(given: {
  accountId: string;
  sessionId: string;
  current: string;
  next: string;
}): Promise<{ ended: number }> {
  const { accountId, sessionId } = given;
  const proved = await provePassword(accountId, given.current);
  const passwordHash = await hashPassword(given.next);
  const ended = await transact(async (trx) => {
    // of two concurrent changes the second one no longer knows the password
    const same = await Account.query(trx).findById(accountId).where({ password_hash: proved }).select('id').forUpdate();
    if (!same) throw new ProductError('auth.password_wrong', 'The password was changed meanwhile.');
    return setPassword(trx, { accountId, passwordHash, keep: sessionId, how: 'change' });
  });
  ended.forEach(invalidateSession);
  return { ended: ended.length };
}
