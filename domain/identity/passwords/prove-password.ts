import { ProductError } from '#domain/platform/errors.ts';
import { database } from '#domain/platform/database.ts';
import { checkPassword } from './password.ts';

/**
 * Requires the password of a signed-in user, for actions that must not be possible on an unattended screen.
 * @returns the hash that was checked
 * @throws ProductError auth.password_wrong
 */
export async function provePassword(accountId: string, password: string): Promise<string> {
  const account = await database()('account').where({ id: accountId }).first('password_hash');
  if (!(await checkPassword(password, account?.password_hash)) || !account?.password_hash) {
    throw new ProductError('auth.password_wrong', 'The password is wrong.');
  }
  return account.password_hash;
}
