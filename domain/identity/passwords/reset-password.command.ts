import type { Knex } from 'knex';
import type { WaysIn } from '#contract/identity/account.contract.ts';
import type { Provider } from '#contract/identity/providers.contract.ts';
import { findLinkOwner, takeLink } from '#domain/identity/accounts/account-link.ts';
import { isProven } from '#domain/identity/accounts/proven-address.queries.ts';
import { takeOverAddress } from '#domain/identity/accounts/take-over-address.command.ts';
import { listPasskeys } from '#domain/identity/passkeys/passkey.queries.ts';
import { dropPasskey } from '#domain/identity/passkeys/rename-passkey.command.ts';
import { listLinked, dropProvider } from '#domain/identity/providers/add-provider.command.ts';
import { readCode, refuse, useCode } from '#domain/identity/second-factor/prove-code.ts';
import { hasSecondFactor } from '#domain/identity/second-factor/pending-sign-in.ts';
import { invalidateSession } from '#domain/identity/sessions/live-sessions.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { hashPassword } from './password.ts';
import { setPassword } from './set-password.ts';

/**
 * Returns what else lets into the account of a reset link, which is not used up. Of an unproven address nothing is listed: all of it ends.
 * @throws ProductError auth.link_invalid
 */
export async function readReset(token: string): Promise<WaysIn> {
  const accountId = await findLinkOwner(database(), 'reset-password', token);
  if (!(await isProven(database(), accountId))) return { proven: false, second_factor: false, passkeys: [], providers: [] };
  const [second_factor, passkeys, providers] = await Promise.all([
    hasSecondFactor(database(), accountId),
    listPasskeys(accountId),
    listLinked(accountId),
  ]);
  return { proven: true, second_factor, passkeys, providers };
}

interface Reset {
  readonly token: string;
  readonly password: string;
  /** Of the second factor, if one is on. */
  readonly code?: string | undefined;
  readonly endPasskeys?: readonly string[] | undefined;
  readonly endProviders?: readonly Provider[] | undefined;
}

/**
 * Sets a new password by a mailed link, ends all sessions, and the passkeys and providers that the owner names. Having the link proves the
 * address: if nobody had proved it before, everything older ends. A second factor is asked for and stays: who reads the mail is one
 * factor only. A wrong code does not use the link up.
 * @throws ProductError auth.link_invalid, auth.code_needed, auth.code_wrong, limits.rate
 */
export async function resetPassword(given: Reset): Promise<void> {
  const { token } = given;
  const owner = await findLinkOwner(database(), 'reset-password', token);
  const code = given.code === undefined ? null : await readCode(owner, given.code);
  const passwordHash = await hashPassword(given.password);
  const done = await transact(async (trx) => {
    await trx('account').where({ id: owner }).forUpdate().first('id');
    if ((await isProven(trx, owner)) && (await hasSecondFactor(trx, owner))) {
      if (given.code === undefined)
        throw new ProductError('auth.code_needed', 'Please add a code of your authenticator, or a recovery code.');
      const verdict = await useCode(trx, owner, code);
      // committed, so that wrong codes count; the link stays
      if (verdict !== 'right') return verdict;
    }
    const { accountId } = await takeLink(trx, 'reset-password', token);
    const ended = await takeOverAddress(trx, accountId, 'reset');
    if (ended === null) await endNamed(trx, accountId, given);
    return [...(ended ?? []), ...(await setPassword(trx, { accountId, passwordHash, how: 'reset' }))];
  });
  if (!Array.isArray(done)) return refuse(done);
  done.forEach(invalidateSession);
}

async function endNamed(trx: Knex.Transaction, accountId: string, { endPasskeys = [], endProviders = [] }: Reset): Promise<void> {
  for (const { passkey_id: passkeyId } of await listPasskeys(accountId, trx))
    if (endPasskeys.includes(passkeyId)) await dropPasskey(trx, { accountId, passkeyId });
  for (const provider of new Set(endProviders)) await dropProvider(trx, accountId, provider);
}
