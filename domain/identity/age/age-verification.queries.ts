import type { AgeVerification } from '#contract/identity/account.contract.ts';
import { canAskParent } from '#contract/identity/parental-consent.ts';
import { findAgeFacts } from './age-eligibility.queries.ts';

/**
 * Returns the age verification (PROF-03): verified once a parent or a school has agreed. Nobody checks the year
 * that an adult gives, so it is never called verified.
 * @throws ProductError not_found
 */
export async function ageVerification(accountId: string): Promise<AgeVerification> {
  const { birthYear, consents } = await findAgeFacts(accountId);
  const parentalConsent = consents.length > 0;
  return {
    verified: parentalConsent,
    age: birthYear === null ? null : new Date().getUTCFullYear() - birthYear,
    parentalConsent,
    requiresParentalConsent: canAskParent(birthYear),
  };
}
