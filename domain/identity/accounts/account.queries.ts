import type { AccountDetails } from '#contract/identity/account.contract.ts';
import { config } from '#domain/platform/config.ts';
import { notFound } from '#domain/platform/errors.ts';
import { Account } from './account.model.ts';
import { ageVerification } from '../age/age-verification.queries.ts';
import { describeDeletionLoss } from './deletion-loss.queries.ts';

/**
 * Returns what the account page shows besides the user record.
 * @throws ProductError not_found
 */
export async function findAccount(accountId: string): Promise<AccountDetails> {
  const [account, deletion_ends] = await Promise.all([Account.query().findById(accountId), describeDeletionLoss(accountId)]);
  if (!account) throw notFound('account');
  return {
    email: account.email,
    email_verified: account.email_verified_at !== null,
    birth_year: account.birth_year,
    age_verification: await ageVerification(accountId),
    deletion_due_at: account.deletion_due_at?.toISOString() ?? null,
    deletion_ends,
    mail_configured: config().mail.smtpUrl !== null,
  };
}
