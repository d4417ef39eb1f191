import { ProductError } from '#domain/platform/errors.ts';
import { Account } from '#domain/identity/accounts/account.model.ts';
import { checkPassword } from './password.ts';

/**
 * Makes sure that who is signed in also knows the password; for what cannot be undone by somebody who found a screen open.
 * @returns the hash that was proved
 * @throws ProductError auth.password_wrong
 */
export async function provePassword(accountId: string, password: string): Promise<string> {
  const account = await Account.query().findById(accountId).select('password_hash');
  if (!(await checkPassword(password, account?.password_hash)) || !account?.password_hash) {
    throw new ProductError('auth.password_wrong', 'The password is not right.');
  }
  return account.password_hash;
}
