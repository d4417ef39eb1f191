import type { AgeVerification } from '#contract/identity/account.contract.ts';
import { notFound } from '#domain/platform/errors.ts';
import { Account } from './account.model.ts';
import { ageVerification } from '../age/age-verification.queries.ts';

/** Personal data that a user has given, besides the user record. */
export interface PersonalRecord {
  readonly bio: string;
  readonly email_verified: boolean;
  /** null: unknown. */
  readonly birth_year: number | null;
  readonly age_verification: AgeVerification;
  readonly created_at: string;
}

/** Returns it. @throws ProductError not_found */
export async function personalRecord(accountId: string): Promise<PersonalRecord> {
  const row = await Account.query().findById(accountId).select('bio', 'email_verified_at', 'birth_year', 'created_at');
  if (!row) throw notFound('account');
  return {
    bio: row.bio,
    email_verified: row.email_verified_at !== null,
    birth_year: row.birth_year,
    age_verification: await ageVerification(accountId),
    created_at: row.created_at.toISOString(),
  };
}
