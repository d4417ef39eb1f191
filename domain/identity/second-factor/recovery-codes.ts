import { randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Knex } from 'knex';
import pLimit from 'p-limit';
import { RECOVERY_CODES } from '#contract/identity/second-factor.contract.ts';

/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PART = 5;

const derive = promisify(scrypt) as (code: string, salt: string, length: number) => Promise<Buffer>;
// each takes a core for a while
const turn = pLimit(2);

/** What is stored of a code. Slow, so that who reads the store cannot try all codes; with the account in it, so that a row works nowhere else. */
export const hashRecoveryCode = (accountId: string, code: string): Promise<Buffer> =>
  turn(() => derive(code, `recovery-code:${accountId}`, 32));

/** `k7m2p-x4qrt` as it is stored, from what somebody typed; null when it is no recovery code. */
export function readRecoveryCode(said: string): string | null {
  const letters = said.toLowerCase().replaceAll(/[\s-]/g, '');
  return new RegExp(`^[${LETTERS}]{${2 * PART}}$`).test(letters) ? letters : null;
}

const newCode = (): string => Array.from({ length: 2 * PART }, () => LETTERS[randomInt(LETTERS.length)]).join('');
const asShown = (code: string): string => `${code.slice(0, PART)}-${code.slice(PART)}`;

/** Fresh codes of an account: to be shown once, and what is stored of them. */
export async function newRecoveryCodes(accountId: string): Promise<{ shown: string[]; hashes: Buffer[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  return { shown: codes.map(asShown), hashes: await Promise.all(codes.map((code) => hashRecoveryCode(accountId, code))) };
}

/** Puts these codes in the place of all others of the account, used or not. */
export async function replaceRecoveryCodes(trx: Knex.Transaction, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await trx('recovery_code').where({ account_id: accountId }).delete();
  await trx('recovery_code').insert(hashes.map((code_hash, index) => ({ account_id: accountId, number: index + 1, code_hash })));
}
