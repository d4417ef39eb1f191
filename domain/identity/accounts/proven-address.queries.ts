import type { Knex } from 'knex';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';

const unproven = () =>
  new ProductError(
    'auth.address_unproven',
    'Please confirm your email address first: the link is in your mail, and your account page sends it again.',
  );

/** Tells whether the owner of an account has proved the address. */
export async function isProven(store: Knex, accountId: string): Promise<boolean> {
  const account = await store('account').where({ id: accountId }).first('email_verified_at');
  return account?.email_verified_at != null;
}

/**
 * Requires that the owner of an account has proved the address. Until then anybody may have typed it, so only a password can be set: the
 * guard calls this for endpoints with `proven`.
 * @throws ProductError auth.address_unproven
 */
export async function assertProven(accountId: string, store: Knex = database()): Promise<void> {
  if (!(await isProven(store, accountId))) throw unproven();
}

/**
 * Locks an account before something is added that lets in or keeps access, and requires that the session which asks has not been ended
 * meanwhile: a call that was on its way when the owner reset the password must not leave a key behind.
 * @throws ProductError auth.address_unproven; auth.token_invalid
 */
export async function lockForKey(trx: Knex.Transaction, { accountId, sessionId }: { accountId: string; sessionId: string }): Promise<void> {
  await trx('account').where({ id: accountId }).forUpdate().first('id');
  await assertProven(accountId, trx);
  const session = await trx('session').where({ id: sessionId, account_id: accountId, revoked_at: null }).first('id');
  if (!session) throw new ProductError('auth.token_invalid', 'The session has ended. Please sign in again.');
}
