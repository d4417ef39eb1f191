import type { Knex } from 'knex';
import { identityPorts } from '#domain/identity/identity.ports.ts';
import { revokeSessionsOf } from '#domain/identity/sessions/session.commands.ts';
import { addMail } from '#domain/mail/mail.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import type { LinkKind } from '#domain/platform/links/secret-link.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { deleteKeysOf } from '#domain/identity/api-keys/api-key.commands.ts';
import { takeLink, makeLink } from './account-link.ts';

/**
 * Mails the verification link again, unless the address is verified.
 * @param next path of the page that the link leads back to
 * @returns whether the address is verified
 * @throws ProductError not_found
 */
export async function sendVerification(accountId: string, next?: string): Promise<{ verified: boolean }> {
  return transact(async (trx) => {
    const account = await trx('account').where({ id: accountId }).forUpdate().first('id', 'email', 'first_name', 'email_verified_at');
    if (!account) throw notFound('account');
    if (account.email_verified_at) return { verified: true };
    await mailLink(trx, 'verify-email', account, next);
    return { verified: false };
  });
}

/**
 * Verifies an address by the link mailed there.
 * @throws ProductError auth.link_invalid
 */
export async function verifyEmail(token: string): Promise<void> {
  await transact(async (trx) => {
    const { accountId } = await takeLink(trx, 'verify-email', token);
    await verifyAddress(trx, accountId);
  });
}

/** Records that an account's owner has proved the address, in the caller's transaction. Repeating it changes nothing. */
export async function verifyAddress(trx: Knex.Transaction, accountId: string): Promise<void> {
  await trx('account').where({ id: accountId, email_verified_at: null }).update({ email_verified_at: trx.fn.now() });
}

/** Tables of this feature that hold ways in, pending ones, and answers given for the person. */
const OF_EARLIER_HOLDER = [
  'passkey',
  'passkey_challenge',
  'provider_identity',
  'provider_attempt',
  // cascades to its steps and recovery codes
  'second_factor',
  'pending_sign_in',
  'known_device',
  'account_link',
  'parental_request',
  'parental_consent',
] as const;

/**
 * Gives an account with an unproven address to the person who has just proved it by a reset or a provider, in the caller's transaction.
 * Somebody else may have registered it, so everything that lets in or is visible outside ends: sessions, passkeys, API keys, webhooks,
 * providers, the second factor, remembered devices, links, podcasts and shared courses; so do the year of birth, consents and a requested
 * deletion. The caller sets the password.
 * @returns ids of the ended sessions, to pass to `invalidateSession` after the commit; null when the address was proved before, in which
 * case nothing changed
 */
export async function takeOverAddress(
  trx: Knex.Transaction,
  accountId: string,
  how: 'reset' | 'provider' | 'organisation',
): Promise<string[] | null> {
  const [account] = await trx('account')
    .where({ id: accountId, email_verified_at: null })
    .update({ email_verified_at: trx.fn.now(), birth_year: null, marketing_consent: false, deletion_due_at: null })
    .returning('id');
  if (!account) return null;
  const ended = await revokeSessionsOf(trx, { accountId }, `address-proved-by-${how}`);
  const counts: Record<string, number> = { session: ended.length };
  for (const table of OF_EARLIER_HOLDER) counts[table] = await trx(table).where({ account_id: accountId }).delete();
  const { opened, deleteWebhooks } = identityPorts();
  for (const [table, end] of Object.entries(opened)) counts[table] = await end(trx, accountId);
  counts['webhook'] = await deleteWebhooks(trx, accountId);
  counts['api_key'] = await deleteKeysOf(trx, accountId);
  const detail = { how, ended: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)) };
  await recordAudit({ actor: `account:${accountId}`, action: 'account.address_taken_over', subject: `account:${accountId}`, detail }, trx);
  return ended;
}

/** Mails a link of this kind, one mail per link, in the caller's transaction. */
export async function mailLink(
  trx: Knex.Transaction,
  kind: LinkKind,
  { id, email, first_name }: { id: string; email: string; first_name: string },
  next?: string,
): Promise<void> {
  const { seed, name } = await makeLink(trx, kind, id);
  await addMail(trx, { kind, cause: `${kind}:${name}`, accountId: id, to: email, data: { first_name, seed, ...(next && { next }) } });
}
