import type { Knex } from 'knex';

/** Stores whether a user agrees to marketing mail. The caller has checked that the user's age allows it. */
export async function setMarketingConsent(trx: Knex.Transaction, accountId: string, consent: boolean): Promise<void> {
  await trx('account').where({ id: accountId }).update({ marketing_consent: consent });
}
