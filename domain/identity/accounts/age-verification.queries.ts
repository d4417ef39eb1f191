import type { AgeVerification } from '#contract/identity/account.contract.ts';
import { needsConsent } from '#contract/identity/parental-consent.ts';
import { database } from '#domain/platform/database.ts';

/**
 * What is known of somebody's age (PROF-03): verified once the year of birth is told and, under 13, a parent or a school has agreed.
 * @param birthYear as told, null when not
 */
export async function ageVerification(accountId: string, birthYear: number | null): Promise<AgeVerification> {
  const requiresParentalConsent = needsConsent(birthYear);
  const parentalConsent =
    requiresParentalConsent && (await database()('parental_consent').where({ account_id: accountId }).first('given_at')) !== undefined;
  return {
    verified: birthYear !== null && (!requiresParentalConsent || parentalConsent),
    age: birthYear === null ? null : new Date().getUTCFullYear() - birthYear,
    parentalConsent,
    requiresParentalConsent,
  };
}
