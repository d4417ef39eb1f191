import { randomInt, scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import type { Knex } from 'knex';
import { RECOVERY_CODES } from '#contract/identity/second-factor.contract.ts';
import { hashing } from '#domain/identity/passwords/hashing.ts';

/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PART = 5;

const derive = promisify(scrypt) as (code: string, salt: string, length: number, options: ScryptOptions) => Promise<Buffer>;
let cost = 16_384;

/** Sets the cost of hashes, a power of 2, for tests that create hundreds of codes. No setting of an installation reaches it. */
export function setCodeHashCost(next: number): void {
  cost = next;
}

/**
 * Returns the stored hash of a code. Slow, so that a reader of the database cannot try all codes, and bound to the account, so that a row
 * is useless elsewhere.
 */
export const hashRecoveryCode = (accountId: string, code: string): Promise<Buffer> =>
  hashing(() => derive(code, `recovery-code:${accountId}`, 32, { cost }));

/** Normalises a typed recovery code (`k7m2p-x4qrt`); null when it is not one. */
export function readRecoveryCode(typed: string): string | null {
  const letters = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return new RegExp(`^[${LETTERS}]{${2 * PART}}$`).test(letters) ? letters : null;
}

const newCode = (): string => Array.from({ length: 2 * PART }, () => LETTERS[randomInt(LETTERS.length)]).join('');
const asShown = (code: string): string => `${code.slice(0, PART)}-${code.slice(PART)}`;

/** Generates an account's recovery codes. @returns the codes, to be displayed once, and their hashes, to be stored */
export async function newRecoveryCodes(accountId: string): Promise<{ shown: string[]; hashes: Buffer[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  return { shown: codes.map(asShown), hashes: await Promise.all(codes.map((code) => hashRecoveryCode(accountId, code))) };
}

/** Replaces all recovery codes of the account, used or not. */
export async function replaceRecoveryCodes(trx: Knex.Transaction, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await trx('recovery_code').where({ account_id: accountId }).delete();
  await trx('recovery_code').insert(hashes.map((code_hash, index) => ({ account_id: accountId, number: index + 1, code_hash })));
}
