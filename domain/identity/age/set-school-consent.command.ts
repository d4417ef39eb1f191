import type { Knex } from 'knex';

interface SchoolConsent {
  /** Whose use the school agrees to. */
  readonly accountId: string;
  /** The school. */
  readonly organisationId: string;
  /** False: the school withdraws it. */
  readonly isGiven: boolean;
}

/** Stores or withdraws a school's consent, in the caller's transaction. @returns whether that changed anything */
export async function setSchoolConsent(trx: Knex.Transaction, { accountId, organisationId, isGiven }: SchoolConsent): Promise<boolean> {
  const consent = { account_id: accountId, organisation_id: organisationId, given_by: 'school' as const };
  const changed = isGiven
    ? await trx('parental_consent')
        .insert(consent)
        .onConflict(['account_id', 'given_by'])
        .merge({ organisation_id: organisationId, given_at: trx.fn.now() })
        .whereNot('parental_consent.organisation_id', organisationId)
        .returning('account_id')
    : await trx('parental_consent').where(consent).delete().returning('account_id');
  return changed.length > 0;
}
