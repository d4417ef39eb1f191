import { createHash } from 'node:crypto';
import type { Knex } from 'knex';

/** Who has had a trial is known by the address too, so that a new account of the same person has none. Kept when the account is emptied. */
export const emailHash = (email: string): Buffer => createHash('sha256').update(email.trim().toLowerCase()).digest();

/** Whether a person, by account or by address, has had a trial. */
export async function hasUsedTrial(store: Knex, accountId: string): Promise<boolean> {
  const account = await store('account').where({ id: accountId }).first('email');
  const found = await store('trial_use')
    .where({ account_id: accountId })
    .orWhere({ email_hash: emailHash(account?.email ?? '') })
    .first('account_id');
  return found !== undefined;
}

/**
 * Uses the one trial of a person. Of several tries at once exactly one gets it.
 * @returns false when it was used before
 */
export async function useTrial(trx: Knex.Transaction, accountId: string, via: 'local' | 'checkout'): Promise<boolean> {
  const account = await trx('account').where({ id: accountId }).first('email');
  const added = await trx('trial_use')
    .insert({ account_id: accountId, email_hash: emailHash(account.email), via })
    .onConflict()
    .ignore()
    .returning('account_id');
  return added.length > 0;
}
