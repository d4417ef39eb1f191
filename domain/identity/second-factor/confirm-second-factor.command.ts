import { lockForKey } from '#domain/identity/accounts/proven-address.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { notifyOfSecurityChange } from '../notify-of-security-change.command.ts';
import { NOW_MS, takeStep } from './prove-code.ts';
import { newRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import type { SecondFactor } from './second-factor.model.ts';

/**
 * Turns two-step sign-in on, once the authenticator has proved that it has the secret.
 * @returns the recovery codes, which are stored as hashes only
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
    if (factor.confirmed_at) throw new ProductError('auth.second_factor_on', 'Two-step sign-in is turned on already.');
    const isRight = await takeStep(trx, { accountId, sealed: factor.secret, at: factor.at }, given.code.replaceAll(/\s/g, ''));
    if (!isRight) throw new ProductError('auth.code_wrong', 'The code is not right, or was used already.');
    await trx('second_factor').where({ account_id: accountId }).update({ confirmed_at: trx.fn.now() });
    await replaceRecoveryCodes(trx, accountId, hashes);
    await notifyOfSecurityChange(trx, { accountId, change: 'second_factor_on' });
    await recordAudit({ actor: `account:${accountId}`, action: 'second_factor.on', subject: `account:${accountId}` }, trx);
  });
  return { recoveryCodes: shown };
}
