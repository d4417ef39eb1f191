import type { Knex } from 'knex';
import { lockForKey } from '#domain/identity/accounts/account.queries.ts';
import { openSession, type OpenedSession } from '#domain/identity/sessions/open-session.command.ts';
import { transact, database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { provePassword } from '#domain/identity/passwords/prove-password.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { notifyOfSecurityChange } from '../notify-of-security-change.command.ts';
import { endPending, ownerOfPending, takeAttempt } from './pending-sign-in.commands.ts';
import { NOW_MS, takeStep, readCode, refuse, useCode } from './prove-code.ts';
import { newRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import type { SecondFactor } from './second-factor.model.ts';
import { newTotpSecret, resealTotpSecret } from './totp.ts';

/**
 * Creates an authenticator secret for a user who knows the password. It takes effect with `confirmSecondFactor`.
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
    if (stored.length === 0) throw new ProductError('auth.second_factor_on', 'Two-step sign-in is already turned on.');
    return { secret: made.text, uri: made.uri };
  });
}

/**
 * Turns two-step sign-in on, once a code proves that the authenticator has the secret.
 * @returns the recovery codes, of which only hashes are stored
 * @throws ProductError auth.code_wrong, auth.second_factor_on, auth.second_factor_off when nothing was set up, auth.address_unproven
 */
export async function confirmSecondFactor(given: {
  accountId: string;
  sessionId: string;
  code: string;
}): Promise<{ recoveryCodes: string[] }> {
  const { accountId } = given;
  const { shown, hashes } = await newRecoveryCodes(accountId);
  await transact(async (trx) => {
    await lockForKey(trx, given);
    const factor = await trx('second_factor')
      .where({ account_id: accountId })
      .forUpdate()
      .first<(Pick<SecondFactor, 'secret' | 'confirmed_at'> & { at: number }) | undefined>(
        'secret',
        'confirmed_at',
        expression(trx, sql`${NOW_MS} as at`),
      );
    if (!factor) throw new ProductError('auth.second_factor_off', 'Set up an authenticator first.');
    if (factor.confirmed_at) throw new ProductError('auth.second_factor_on', 'Two-step sign-in is already turned on.');
    const isRight = await takeStep(trx, { accountId, sealed: factor.secret, at: factor.at }, given.code.replaceAll(/\s/g, ''));
    if (!isRight) throw new ProductError('auth.code_wrong', 'This code is wrong or has already been used.');
    await trx('second_factor').where({ account_id: accountId }).update({ confirmed_at: trx.fn.now() });
    await replaceRecoveryCodes(trx, accountId, hashes);
    await notifyOfSecurityChange(trx, { accountId, change: 'second_factor_on' });
    await recordAudit({ actor: `account:${accountId}`, action: 'second_factor.on', subject: `account:${accountId}` }, trx);
  });
  return { recoveryCodes: shown };
}

interface Proof {
  readonly accountId: string;
  readonly password: string;
  /** From the authenticator, or a recovery code. */
  readonly code: string;
}

/**
 * Turns two-step sign-in off: deletes its secret, its steps and its recovery codes.
 * @throws ProductError auth.password_wrong, auth.code_wrong, auth.second_factor_off, limits.rate
 */
export async function turnOffSecondFactor(proof: Proof): Promise<void> {
  const { accountId } = proof;
  await withBoth(proof, async (trx) => {
    await trx('second_factor').where({ account_id: accountId }).delete();
    await trx('pending_sign_in').where({ account_id: accountId }).delete();
    await notifyOfSecurityChange(trx, { accountId, change: 'second_factor_off' });
    await recordAudit({ actor: `account:${accountId}`, action: 'second_factor.off', subject: `account:${accountId}` }, trx);
  });
}

/**
 * Creates new recovery codes; the old ones stop working.
 * @returns the codes, to be displayed once
 * @throws ProductError auth.password_wrong, auth.code_wrong, auth.second_factor_off, limits.rate
 */
export async function renewRecoveryCodes(proof: Proof): Promise<{ recoveryCodes: string[] }> {
  const { accountId } = proof;
  const { shown, hashes } = await newRecoveryCodes(accountId);
  await withBoth(proof, async (trx) => {
    await replaceRecoveryCodes(trx, accountId, hashes);
    await notifyOfSecurityChange(trx, { accountId, change: 'recovery_codes_new' });
    await recordAudit({ actor: `account:${accountId}`, action: 'second_factor.new_codes', subject: `account:${accountId}` }, trx);
  });
  return { recoveryCodes: shown };
}

/** Runs `work` after both factors were proved; a wrong code is counted even if the rest fails. */
async function withBoth(proof: Proof, work: (trx: Knex.Transaction) => Promise<void>): Promise<void> {
  await provePassword(proof.accountId, proof.password);
  const code = await readCode(proof.accountId, proof.code);
  const verdict = await transact(async (trx) => {
    const found = await useCode(trx, proof.accountId, code);
    if (found === 'right') await work(trx);
    return found;
  });
  refuse(verdict);
}

/**
 * Runs `work` in a transaction after a code of the account was proved, or at once if the account has no two-step sign-in. A wrong code is
 * counted.
 * @throws ProductError auth.code_wrong, limits.rate; whatever `work` throws
 */
export async function withCode(accountId: string, typed: string, work: (trx: Knex.Transaction) => Promise<void>): Promise<void> {
  const code = await readCode(accountId, typed);
  const verdict = await transact(async (trx) => {
    const found = await useCode(trx, accountId, code);
    if (found === 'right' || found === 'none') await work(trx);
    return found;
  });
  if (verdict !== 'none') refuse(verdict);
}

/**
 * Completes the sign-in of a user who has proved the password (`token`) and now sends a code. Uses the token up.
 * @throws ProductError auth.sign_in_expired, auth.code_wrong, limits.rate, auth.suspended, auth.organisation_required
 */
export async function finishSignIn(given: {
  token: string;
  code: string;
  userAgent: string;
}): Promise<OpenedSession & { accountId: string }> {
  const { token, userAgent } = given;
  const expired = () => new ProductError('auth.sign_in_expired', 'This sign-in took too long. Please start again.');
  const pending = await ownerOfPending(database(), token);
  if (pending === null) throw expired();
  const { accountId, cameBy } = pending;
  const code = await readCode(accountId, given.code);
  const done = await transact(async (trx) => {
    // lock the account first, as a password change does: the token may have been deleted by then
    await trx('account').where({ id: accountId }).forShare().first('id');
    if (!(await takeAttempt(trx, token))) throw expired();
    const verdict = await useCode(trx, accountId, code);
    if (verdict !== 'right') return verdict;
    await endPending(trx, token);
    return openSession(accountId, userAgent, trx, cameBy);
  });
  if (typeof done === 'object' && 'accessToken' in done) return { accountId, ...done };
  refuse(done);
  throw expired();
}

/** Encrypts all authenticator secrets with the installation's new secret, in the caller's transaction. @returns number of secrets */
export async function resealSecondFactors(trx: Knex.Transaction, before: Uint8Array): Promise<number> {
  let count = 0;
  for (const { account_id: accountId, secret } of await trx('second_factor').select('account_id', 'secret').forUpdate()) {
    const again = resealTotpSecret(accountId, secret, before);
    if (again === null) continue;
    await trx('second_factor').where({ account_id: accountId }).update({ secret: again });
    count += 1;
  }
  return count;
}
