import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { ProductError } from '#domain/platform/errors.ts';

const DOTLESS_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

/** Returns the mailbox behind an address: `Ada+trial@Example.com` is ada@example.com; for Google, dots in the name are ignored too. */
export function mailboxOf(email: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/.exec(email.trim().toLowerCase()) ?? [];
  const name = local.replace(/(?<=.)[+].*$/, '');
  if (!DOTLESS_DOMAINS.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}

/** Hashes the mailbox, so that a new account of the same user gets no second trial. The hash survives the account's deletion. */
export const emailHash = (email: string): Buffer => createHash('sha256').update(mailboxOf(email)).digest();

/** Returns the hash of the mailbox, and of the address as written, by which older trials were recorded. */
const knownHashes = (email: string): Buffer[] => [emailHash(email), createHash('sha256').update(email.trim().toLowerCase()).digest()];

/** Tells whether a user, by account or by address, has had a trial. */
export async function hasUsedTrial(store: Knex, accountId: string): Promise<boolean> {
  const account = await store('account').where({ id: accountId }).first('email');
  const found = await store('trial_use')
    .where({ account_id: accountId })
    .orWhereIn('email_hash', knownHashes(account?.email ?? ''))
    .first('account_id');
  return found !== undefined;
}

/**
 * Uses up a user's one trial. Of several concurrent calls exactly one succeeds.
 * @returns false when it was already used
 */
export async function useTrial(trx: Knex.Transaction, accountId: string, via: 'local' | 'checkout'): Promise<boolean> {
  const account = await trx('account').where({ id: accountId }).first('email');
  // older trials are recorded under the whole address
  if (await trx('trial_use').whereIn('email_hash', knownHashes(account!.email)).first('account_id')) return false;
  const added = await trx('trial_use')
    .insert({ account_id: accountId, email_hash: emailHash(account!.email), via })
    .onConflict()
    .ignore()
    .returning('account_id');
  return added.length > 0;
}

/** Tells whether an account's address is verified: an unverified one could be anyone's, and new ones are free. */
export async function isAddressVerified(store: Knex, accountId: string): Promise<boolean> {
  const account = await store('account').where({ id: accountId }).first('email_verified_at');
  return account?.email_verified_at != null;
}

/** Requires a verified address. @throws ProductError trial.unverified */
export async function assertAddressVerified(store: Knex, accountId: string): Promise<void> {
  if (!(await isAddressVerified(store, accountId)))
    throw new ProductError('trial.unverified', 'Confirm your email address first. Then the free trial can start.');
}
