import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { ProductError } from '#domain/platform/errors.ts';

const DOTLESS_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

/** Returns the mailbox behind an address: for `Ada+trial@Example.com`, ada @example.com. For Google, dots in the name are ignored too. */
export function mailboxOf(email: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/.exec(email.trim().toLowerCase()) ?? [];
  const name = local.replace(/(?<=.)[+].*$/, '');
  if (!DOTLESS_DOMAINS.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}

/** Returns the hash of a mailbox, so that a new account of the same user gets no second trial. The hash outlives the account. */
export const emailHash = (email: string): Buffer => createHash('sha256').update(mailboxOf(email)).digest();

/** Returns the hash of the mailbox, and that of the address as written, under which older trials were recorded. */
const knownHashes = (email: string): Buffer[] => [emailHash(email), createHash('sha256').update(email.trim().toLowerCase()).digest()];

/** Tells whether a user has had a trial, by account or by address. */
export async function hasUsedTrial(store: Knex, accountId: string): Promise<boolean> {
  const account = await store('account').where({ id: accountId }).first('email');
  const found = await store('trial_use')
    .where({ account_id: accountId })
    .orWhereIn('email_hash', knownHashes(account?.email ?? ''))
    .first('account_id');
  return found !== undefined;
}

/**
 * Uses up a user's only trial. Of several concurrent calls exactly one succeeds.
 * @returns false when the trial was already used
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

/** Tells whether an account's address is verified. An unverified address could be anyone's, and a new one costs nothing. */
export async function isAddressVerified(store: Knex, accountId: string): Promise<boolean> {
  const account = await store('account').where({ id: accountId }).first('email_verified_at');
  return account?.email_verified_at != null;
}

/** Requires a verified address. @throws ProductError trial.unverified */
export async function assertAddressVerified(store: Knex, accountId: string): Promise<void> {
  if (!(await isAddressVerified(store, accountId)))
    throw new ProductError('trial.unverified', 'Confirm your email address first. Then the free trial can start.');
}
