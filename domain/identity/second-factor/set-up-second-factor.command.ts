import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { provePassword } from '#domain/identity/passwords/prove-password.ts';
import { newTotpSecret } from './totp.ts';

/**
 * Creates an authenticator's secret for a user who knows the password. It takes effect with `confirmSecondFactor`.
 * @returns the secret in base 32, and the otpauth URI for a QR code
 * @throws ProductError auth.password_wrong, auth.second_factor_on
 */
export async function setUpSecondFactor(given: { accountId: string; password: string }): Promise<{ secret: string; uri: string }> {
  const { accountId } = given;
  await provePassword(accountId, given.password);
  return transact(async (trx) => {
    const { email } = (await trx('account').where({ id: accountId }).forUpdate().first('email'))!;
    const made = newTotpSecret({ accountId, email });
    const stored = await trx('second_factor')
      .insert({ account_id: accountId, secret: made.sealed })
      .onConflict('account_id')
      .merge({ secret: made.sealed, created_at: trx.fn.now() })
      .whereNull('second_factor.confirmed_at')
      .returning('account_id');
    if (stored.length === 0) throw new ProductError('auth.second_factor_on', 'Two-step sign-in is turned on already.');
    return { secret: made.text, uri: made.uri };
  });
}
