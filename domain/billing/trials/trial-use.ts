import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { ProductError } from '#domain/platform/errors.ts';

const DOTLESS_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox behind an address: `Ada+trial@Example.com` is ada@example.com; at Google's, dots in the name make no difference either. */
export function mailboxOf(email: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/.exec(email.trim().toLowerCase()) ?? [];
  const name = local.replace(/(?<=.)[+].*$/, '');
  if (!DOTLESS_DOMAINS.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}

/** Who has had a trial is known by the mailbox too, so that a new account of the same person has none. Kept when the account is emptied. */
export const emailHash = (email: string): Buffer => createHash('sha256').update(mailboxOf(email)).digest();

/** Of the mailbox, and of the address as it is written, which was what trials were known by at first. */
const knownHashes = (email: string): Buffer[] => [emailHash(email), createHash('sha256').update(email.trim().toLowerCase()).digest()];

/** Whether a person, by account or by address, has had a trial. */
export async function hasUsedTrial(store: Knex, accountId: string): Promise<boolean> {
  const account = await store('account').where({ id: accountId }).first('email');
  const found = await store('trial_use')
    .where({ account_id: accountId })
    .orWhereIn('email_hash', knownHashes(account?.email ?? ''))
    .first('account_id');
  return found !== undefined;
}

/**
 * Uses the one trial of a person. Of several tries at once exactly one gets it.
 * @returns false when it was used before
 */
export async function useTrial(trx: Knex.Transaction, accountId: string, via: 'local' | 'checkout'): Promise<boolean> {
  const account = await trx('account').where({ id: accountId }).first('email');
  // a trial of before mailboxes were told apart stands under the whole address
  if (await trx('trial_use').whereIn('email_hash', knownHashes(account.email)).first('account_id')) return false;
  const added = await trx('trial_use')
    .insert({ account_id: accountId, email_hash: emailHash(account.email), via })
    .onConflict()
    .ignore()
    .returning('account_id');
  return added.length > 0;
}

/** An address that nobody has opened a mail at could be anybody's, and a new one is free. @throws ProductError trial.unverified */
export async function assertAddressVerified(store: Knex, accountId: string): Promise<void> {
  const account = await store('account').where({ id: accountId }).first('email_verified_at');
  if (!account?.email_verified_at)
    throw new ProductError('trial.unverified', 'Confirm your email address first. Then the free trial can start.');
}
