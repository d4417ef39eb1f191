import { TERMS_VERSION } from '#contract/identity/terms-version.ts';
import { UniqueViolationError } from 'objection';
import { uuidv7 } from 'uuidv7';
import { transact } from '#domain/platform/database.ts';
import { assertGreetingNames } from '#domain/platform/greeting-name.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { addMail } from '#domain/mail/add-mail.command.ts';
import { Account } from './account.model.ts';
import { openSession, type OpenedSession } from '#domain/identity/sessions/open-session.command.ts';
import { storeAccountLanguage } from '#domain/settings/save-settings.command.ts';
import { LANGUAGE_KEYS } from '#contract/translation/interface-languages.ts';
import { mailLink } from './mail-link.command.ts';
import { hashPassword } from '#domain/identity/passwords/password.ts';

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly marketingConsent: boolean;
  /** BCP 47 as sent; it may be unknown. */
  readonly interfaceLanguage?: string | undefined;
  readonly userAgent: string;
}

/**
 * Creates an account for a user who has accepted the terms, signs it in, and mails a link that verifies the address, without waiting for
 * that. If the address is taken its owner is informed by mail, because this call discloses it to the caller (decision 0019).
 * @throws ProductError auth.email_taken; validation.failed for a name that is not allowed in mails
 */
export async function registerAccount(given: NewAccount): Promise<OpenedSession & { accountId: string }> {
  assertGreetingNames({ first_name: given.firstName, last_name: given.lastName });
  const accountId = uuidv7();
  const password_hash = await hashPassword(given.password);
  try {
    return await transact(async (trx) => {
      await Account.query(trx).insert({
        id: accountId,
        email: given.email.toLowerCase(),
        password_hash,
        first_name: given.firstName,
        last_name: given.lastName,
        terms_version: TERMS_VERSION,
        terms_accepted_at: new Date(),
        marketing_consent: given.marketingConsent,
      });
      const language = LANGUAGE_KEYS.find((key) => key === given.interfaceLanguage);
      // before the first mail, which uses it
      if (language && language !== 'en') await storeAccountLanguage(trx, accountId, language);
      await mailLink(trx, 'verify-email', { id: accountId, email: given.email.toLowerCase(), first_name: given.firstName });
      return { accountId, ...(await openSession(accountId, given.userAgent, trx)) };
    });
  } catch (error) {
    if (error instanceof UniqueViolationError) {
      await notifyOwner(given.email.toLowerCase());
      throw new ProductError('auth.email_taken', 'An account with this email exists. Please sign in.');
    }
    throw error;
  }
}

/** Informs the owner once a day, however many tries there are. */
async function notifyOwner(email: string): Promise<void> {
  await transact(async (trx) => {
    const owner = await Account.query(trx).findOne({ email }).whereNull('deleted_at').select('id', 'first_name');
    if (!owner) return;
    const day = new Date().toISOString().slice(0, 10);
    const data = { first_name: owner.first_name, link: '/forgot-password' };
    await addMail(trx, { kind: 'account-exists', cause: `account-exists:${owner.id}:${day}`, accountId: owner.id, to: email, data });
  });
}
