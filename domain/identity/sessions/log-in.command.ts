import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { Account } from '#domain/identity/accounts/account.model.ts';
import { startSecondStep, type PendingSignIn } from '#domain/identity/second-factor/pending-sign-in.ts';
import { openSession, type OpenedSession } from './open-session.command.ts';
import { checkPassword } from '#domain/identity/passwords/password.ts';

/** A session, or a sign-in that still needs a code. */
export type SignedIn = (OpenedSession & { readonly accountId: string }) | { readonly pending: PendingSignIn };

/**
 * Signs in a user by email and password; with a second factor this is the first of two steps.
 * @throws ProductError auth.invalid_credentials, the same and equally slow for an unknown email as for a wrong password
 */
export async function logIn(given: { email: string; password: string; userAgent: string }): Promise<SignedIn> {
  const account = await Account.query().select('id', 'password_hash').findOne({ email: given.email.toLowerCase() });
  const refused = () => new ProductError('auth.invalid_credentials', 'Wrong email or password.');
  if (!(await checkPassword(given.password, account?.password_hash)) || !account) throw refused();
  return transact(async (trx) => {
    // a concurrent password change ends all sessions: this one must be among them, or never be created
    const same = await Account.query(trx).findById(account.id).where({ password_hash: account.password_hash }).select('id').forShare();
    if (!same) throw refused();
    const pending = await startSecondStep(trx, account.id);
    return pending ? { pending } : { accountId: account.id, ...(await openSession(account.id, given.userAgent, trx)) };
  });
}
