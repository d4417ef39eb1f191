import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { WaysIn } from '#contract/identity/account.contract.ts';
import type { Provider } from '#contract/identity/providers.contract.ts';
import { findLinkOwner, takeLink } from '#domain/identity/accounts/account-link.ts';
import { isProven } from '#domain/identity/accounts/account.queries.ts';
import { mailLink, takeOverAddress } from '#domain/identity/accounts/email-address.commands.ts';
import { dropPasskey } from '#domain/identity/passkeys/passkey.commands.ts';
import { listPasskeys } from '#domain/identity/passkeys/passkey.queries.ts';
import { listLinked, dropProvider } from '#domain/identity/providers/provider.commands.ts';
import { hasSecondFactor } from '#domain/identity/second-factor/pending-sign-in.commands.ts';
import { readCode, refuse, useCode } from '#domain/identity/second-factor/prove-code.ts';
import { endKeysOf } from '#domain/identity/api-keys/api-key.commands.ts';
import { identityPorts } from '#domain/identity/identity.ports.ts';
import { revokeSessionsOf } from '#domain/identity/sessions/session.commands.ts';
import { addMail } from '#domain/mail/mail.commands.ts';
import { transact, database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { invalidateSession } from '#domain/identity/sessions/live-sessions.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { hashPassword } from './password.ts';
import { provePassword } from './prove-password.ts';

/**
 * Changes the password of a user who knows the current one, and ends all other sessions.
 * @returns number of ended sessions
 * @throws ProductError auth.password_wrong
 */
export async function changePassword(given: {
  accountId: string;
  sessionId: string;
  current: string;
  next: string;
}): Promise<{ ended: number }> {
  const { accountId, sessionId } = given;
  const proved = await provePassword(accountId, given.current);
  const passwordHash = await hashPassword(given.next);
  const ended = await transact(async (trx) => {
    // the second of two concurrent changes no longer knows the current password
    const same = await trx('account').where({ id: accountId, password_hash: proved }).forUpdate().first('id');
    if (!same) throw new ProductError('auth.password_wrong', 'The password has been changed in the meantime.');
    return setPassword(trx, { accountId, passwordHash, keep: sessionId, how: 'change' });
  });
  ended.forEach(invalidateSession);
  return { ended: ended.length };
}

/** Longer than the work takes: the answer always comes after this time, so that timing reveals nothing. */
const ANSWER_AFTER_MS = 250;

/**
 * Mails a link to choose a new password, if an account has that address. Neither the answer nor its timing reveals whether one has.
 * @param pause waits for a number of milliseconds; tests control it
 */
export async function forgotPassword(email: string, pause: (ms: number) => Promise<unknown> = sleep): Promise<void> {
  await Promise.all([mailTo(email.toLowerCase()), pause(ANSWER_AFTER_MS)]);
}

async function mailTo(email: string): Promise<void> {
  await transact(async (trx) => {
    const account = await trx('account').where({ email, deleted_at: null }).forUpdate().first('id', 'email', 'first_name');
    if (account) await mailLink(trx, 'reset-password', account);
  });
}

/**
 * Returns the other ways into the account of a reset link, without using the link up. For an unproven address the list is empty, because
 * all of them end.
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
  /** Code of the second factor, if one is on. */
  readonly code?: string | undefined;
  readonly endPasskeys?: readonly string[] | undefined;
  readonly endProviders?: readonly Provider[] | undefined;
}

/**
 * Sets a new password by a mailed link. Ends all sessions and API keys, and the passkeys and providers that the owner names. The link
 * proves the address: if it was unproven, everything older ends. A second factor stays and is required, because reading the mail is only
 * one factor. A wrong code does not use the link up.
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
        throw new ProductError('auth.code_needed', 'Please enter a code from your authenticator app, or a recovery code.');
      const verdict = await useCode(trx, owner, code);
      // committed, so that wrong codes count; the link stays valid
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

/**
 * Sets an account's password, in the caller's transaction: ends its sessions except `keep`, invalidates password links, notifies the owner
 * by mail, and writes an audit entry.
 * @param given `passwordHash` of the new password; `how` for the audit
 * @returns ids of the ended sessions, to pass to `invalidateSession` after the commit
 */
async function setPassword(
  trx: Knex.Transaction,
  given: { accountId: string; passwordHash: string; keep?: string; how: 'reset' | 'change' },
): Promise<string[]> {
  const { accountId, passwordHash, keep, how } = given;
  // lock the account first: a concurrent sign-in waits for this row
  const [account] = await trx('account')
    .where({ id: accountId, deleted_at: null })
    .update({ password_hash: passwordHash })
    .returning(['email', 'first_name']);
  if (!account) return [];
  const ended = await revokeSessionsOf(trx, { accountId, ...(keep !== undefined && { except: keep }) }, `password-${how}`);
  // after a forgotten password or a lost account, the owner makes new keys and webhooks
  if (how === 'reset') {
    await endKeysOf(trx, accountId);
    await identityPorts().endWebhooks(trx, accountId);
  }
  // pending sign-ins proved the old password
  await trx('pending_sign_in').where({ account_id: accountId }).delete();
  await trx('account_link').where({ account_id: accountId, kind: 'reset-password' }).delete();
  await addMail(trx, {
    kind: 'password-changed',
    cause: `password-changed:${uuidv7()}`,
    accountId,
    to: account.email,
    data: { first_name: account.first_name, at: new Date().toISOString(), link: '/forgot-password' },
  });
  await recordAudit({ actor: `account:${accountId}`, action: `password.${how}`, subject: `account:${accountId}` }, trx);
  return ended;
}
