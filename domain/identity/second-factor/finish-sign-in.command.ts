import { Account } from '#domain/identity/accounts/account.model.ts';
import { openSession, type OpenedSession } from '#domain/identity/sessions/open-session.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { endPending, ownerOfPending, takeAttempt } from './pending-sign-in.ts';
import { readCode, refuse, useCode } from './prove-code.ts';

/**
 * Completes the sign-in of a user who has proved the password (`token`) and now sends a code. The token is used up.
 * @throws ProductError auth.sign_in_expired, auth.code_wrong, limits.rate, auth.suspended
 */
export async function finishSignIn(given: {
  token: string;
  code: string;
  userAgent: string;
}): Promise<OpenedSession & { accountId: string }> {
  const { token, userAgent } = given;
  const expired = () => new ProductError('auth.sign_in_expired', 'This sign-in has taken too long. Please start again.');
  const accountId = await ownerOfPending(database(), token);
  if (accountId === null) throw expired();
  const code = await readCode(accountId, given.code);
  const done = await transact(async (trx) => {
    // lock the account first, like a password change does: the token may be deleted then
    await Account.query(trx).findById(accountId).select('id').forShare();
    if (!(await takeAttempt(trx, token))) throw expired();
    const verdict = await useCode(trx, accountId, code);
    if (verdict !== 'right') return verdict;
    await endPending(trx, token);
    return openSession(accountId, userAgent, trx);
  });
  if (typeof done === 'object' && 'accessToken' in done) return { accountId, ...done };
  refuse(done);
  throw expired();
}
