import type { Knex } from 'knex';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { notifyOfSecurityChange } from '../notify-of-security-change.command.ts';
import { hashRecoveryCode, readRecoveryCode } from './recovery-codes.ts';
import type { SecondFactor } from './second-factor.model.ts';
import { stepOfCode } from './totp.ts';

/** Wrong codes per account within the window, from any caller; after that no code is checked. */
const MOST_FAILURES = 10;
const WINDOW = sql`interval '15 minutes'`;
/** SQL expression: the database's time in Unix milliseconds, from which codes are computed. */
export const NOW_MS = sql`(extract(epoch from now()) * 1000)::bigint`;

/** A typed code, normalised for comparison; null when it is neither six digits nor a recovery code. */
export type NormalisedCode = { readonly digits: string } | { readonly hash: Buffer } | null;

/** `none`: no second factor is on; `waitS`: seconds to wait after too many wrong codes. */
type Verdict = 'right' | 'wrong' | 'none' | { readonly waitS: number };

/** Parses a typed code. Call it before the transaction, because hashing takes a while. */
export async function readCode(accountId: string, typed: string): Promise<NormalisedCode> {
  const digits = typed.replaceAll(/\s/g, '');
  if (/^\d{6}$/.test(digits)) return { digits };
  const code = readRecoveryCode(typed);
  return code === null ? null : { hash: await hashRecoveryCode(accountId, code) };
}

/**
 * Checks a code of the account and uses it up. A wrong code is counted, so the caller must commit in any case; pass the verdict to `refuse`
 * afterwards.
 */
export async function useCode(trx: Knex.Transaction, accountId: string, given: NormalisedCode): Promise<Verdict> {
  const factor = await trx('second_factor')
    .where({ account_id: accountId })
    .whereNotNull('confirmed_at')
    .forUpdate()
    .first<(Pick<SecondFactor, 'secret' | 'failures'> & { wait_s: number; at: number }) | undefined>(
      'secret',
      'failures',
      expression(trx, sql`coalesce(ceil(extract(epoch from failing_since + ${WINDOW} - now())), 0)::int as wait_s, ${NOW_MS} as at`),
    );
  if (!factor) return 'none';
  if (factor.failures >= MOST_FAILURES && factor.wait_s > 0) return { waitS: factor.wait_s };
  if (given && (await takeCode(trx, { accountId, sealed: factor.secret, at: factor.at }, given))) return 'right';
  await trx('second_factor')
    .where({ account_id: accountId })
    .update({
      failures: factor.wait_s > 0 ? factor.failures + 1 : 1,
      ...(factor.wait_s <= 0 && { failing_since: trx.fn.now() }),
    });
  return 'wrong';
}

/** Throws for a verdict. @throws ProductError unless the code was right: auth.code_wrong, auth.second_factor_off, limits.rate */
export function refuse(verdict: Verdict): void {
  if (verdict === 'right') return;
  if (verdict === 'wrong') throw new ProductError('auth.code_wrong', 'This code is wrong or has already been used.');
  if (verdict === 'none') throw new ProductError('auth.second_factor_off', 'Two-step sign-in is not turned on.');
  throw new ProductError('limits.rate', 'Too many wrong codes. Please wait a while.', { data: { retryAfterS: verdict.waitS } });
}

type Factor = { readonly accountId: string; readonly sealed: Buffer; readonly at: number };

async function takeCode(trx: Knex.Transaction, factor: Factor, given: NonNullable<NormalisedCode>): Promise<boolean> {
  return 'digits' in given ? takeStep(trx, factor, given.digits) : takeRecoveryCode(trx, factor.accountId, given.hash);
}

/** Uses up a time step; of concurrent callers with the same code only one inserts the row. */
export async function takeStep(trx: Knex.Transaction, factor: Factor, digits: string): Promise<boolean> {
  const step = stepOfCode({ ...factor, digits });
  if (step === null) return false;
  const taken = await trx('second_factor_step').insert({ account_id: factor.accountId, step }).onConflict().ignore().returning('step');
  return taken.length > 0;
}

async function takeRecoveryCode(trx: Knex.Transaction, accountId: string, hash: Buffer): Promise<boolean> {
  const used = await trx('recovery_code')
    .where({ account_id: accountId, code_hash: hash })
    .whereNull('used_at')
    .update({ used_at: trx.fn.now() });
  if (used === 0) return false;
  await notifyOfSecurityChange(trx, { accountId, change: 'recovery_code_used' });
  await recordAudit({ actor: `account:${accountId}`, action: 'second_factor.recovery_code', subject: `account:${accountId}` }, trx);
  return true;
}
