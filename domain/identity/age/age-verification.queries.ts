import type { AgeVerification } from '#contract/identity/account.contract.ts';
import { needsConsent } from '#contract/identity/parental-consent.ts';
import { findAgeFacts } from './age-eligibility.queries.ts';

/**
 * Returns the age verification (PROF-03): verified once the year of birth is known and, under 13, a parent or a school has agreed.
 * @throws ProductError not_found
 */
export async function ageVerification(accountId: string): Promise<AgeVerification> {
  const { birthYear, consents } = await findAgeFacts(accountId);
  const requiresParentalConsent = needsConsent(birthYear);
  const parentalConsent = consents.length > 0;
  return {
    verified: birthYear !== null && (!requiresParentalConsent || parentalConsent),
    age: birthYear === null ? null : new Date().getUTCFullYear() - birthYear,
    parentalConsent,
    requiresParentalConsent,
  };
}
