import type { Knex } from 'knex';
import { transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { provePassword } from '#domain/identity/passwords/prove-password.ts';
import { notifyOfSecurityChange } from '../notify-of-security-change.command.ts';
import { readCode, refuse, useCode } from './prove-code.ts';
import { newRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';

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
 * @returns them, to be displayed once
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
