import type { Knex } from 'knex';
import { CONSENT_NEEDED, type ConsentGiver } from '#contract/identity/parental-consent.ts';
import { fieldProblem, ProductError } from '#domain/platform/errors.ts';
import { uuidv7 } from 'uuidv7';

/** @throws ProductError validation.failed at the field `consent_by` */
export function refuseWithoutConsent(): never {
  const errors = [fieldProblem('consent_by', CONSENT_NEEDED)];
  throw new ProductError('validation.failed', CONSENT_NEEDED, { data: { errors } });
}

/**
 * Notes that a parent or a school has agreed: who, when, and to what. Of the account's own use there is one, the latest; of courses one each.
 * @param courseRunId the run that writes the course; left out: the agreement is to the account itself
 */
export async function recordConsent(
  trx: Knex.Transaction,
  given: { accountId: string; givenBy: ConsentGiver; courseRunId?: string },
): Promise<void> {
  const purpose = given.courseRunId === undefined ? 'account' : 'course';
  if (purpose === 'account') await withdrawConsent(trx, given.accountId);
  await trx('parental_consent').insert({
    id: uuidv7(),
    account_id: given.accountId,
    purpose,
    course_run_id: given.courseRunId ?? null,
    given_by: given.givenBy,
  });
}

/** Forgets the agreement to an account whose year of birth no longer asks for one. */
export async function withdrawConsent(trx: Knex.Transaction, accountId: string): Promise<void> {
  await trx('parental_consent').where({ account_id: accountId, purpose: 'account' }).delete();
}
