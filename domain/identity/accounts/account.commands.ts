import type { Knex } from 'knex';
import { TERMS_VERSION } from '#contract/identity/terms-version.ts';
import { PLATFORM_DOMAIN } from '#contract/lti/platform-address.ts';
import { uuidv7 } from 'uuidv7';
import { isUniqueViolation, transact } from '#domain/platform/database.ts';
import { assertGreetingNames, greetingName } from '#domain/platform/greeting-name.ts';
import { ProductError, notFound } from '#domain/platform/errors.ts';
import { addMail } from '#domain/mail/mail.commands.ts';
import { assertMayRegister } from '#domain/membership/ways-in.queries.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import type { Role } from './account.model.ts';
import { openSession, type OpenedSession } from '#domain/identity/sessions/open-session.command.ts';
import { identityPorts } from '#domain/identity/identity.ports.ts';
import { LANGUAGE_KEYS } from '#contract/translation/interface-languages.ts';
import { mailLink } from './email-address.commands.ts';
import { PROFILE_COLUMNS, type ProfileTexts } from './profile-text.queries.ts';
import { hashPassword } from '#domain/identity/passwords/password.ts';

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly marketingConsent: boolean;
  /** BCP 47 tag as sent; may be unknown. */
  readonly interfaceLanguage?: string | undefined;
  readonly userAgent: string;
}

/**
 * Creates an account for a user who has accepted the terms, signs it in, and mails a link that verifies the address, without waiting for
 * the verification. If the address is taken, its owner is informed by mail, because this call discloses that to the caller (decision 0019).
 * @throws ProductError auth.email_taken, auth.organisation_required; validation.failed for a name that is not allowed in mails
 */
export async function registerAccount(given: NewAccount): Promise<OpenedSession & { accountId: string }> {
  assertGreetingNames({ first_name: given.firstName, last_name: given.lastName });
  await assertMayRegister(given.email);
  const accountId = uuidv7();
  const password_hash = await hashPassword(given.password);
  try {
    return await transact(async (trx) => {
      await trx('account').insert({
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
      if (language && language !== 'en') await identityPorts().storeLanguage(trx, accountId, language);
      await mailLink(trx, 'verify-email', { id: accountId, email: given.email.toLowerCase(), first_name: given.firstName });
      return { accountId, ...(await openSession(accountId, given.userAgent, trx)) };
    });
  } catch (error) {
    if (isUniqueViolation(error)) {
      await notifyOwner(given.email.toLowerCase());
      throw new ProductError('auth.email_taken', 'An account with this email exists. Please sign in.');
    }
    throw error;
  }
}

/** A person whose identity a learning platform or an organisation's provider vouches for. */
interface Vouched {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** The stored data of a person who signs in without a password. */
const vouched = ({ firstName, lastName }: Vouched) => ({
  password_hash: null,
  first_name: greetingName(firstName ?? 'Learner', 'Learner'),
  last_name: greetingName(lastName ?? '', ''),
  terms_version: TERMS_VERSION,
  terms_accepted_at: new Date(),
});

/**
 * Creates the account of a person named by a learning platform, in the caller's transaction. Nobody signs in to it, and its placeholder
 * address gets no mail. The organisation that registered the platform has accepted the terms for its people.
 * @returns its id
 */
export async function insertLearner(trx: Knex.Transaction, person: Vouched): Promise<string> {
  const id = uuidv7();
  await trx('account').insert({ id, email: `${id}${PLATFORM_DOMAIN}`, ...vouched(person), marketing_consent: false });
  return id;
}

/** Creates the account of a person who has accepted the terms and whose address is proved, in the caller's transaction. @returns its id */
export async function insertVouched(trx: Knex.Transaction, { email, ...person }: Vouched & { readonly email: string }): Promise<string> {
  const id = uuidv7();
  await trx('account').insert({ id, email, ...vouched(person), marketing_consent: false, email_verified_at: new Date() });
  return id;
}

/**
 * Resets an account that was taken over (`takeOverAddress`) to the data of the person who has accepted the terms, in the caller's
 * transaction.
 */
export async function renewVouched(trx: Knex.Transaction, accountId: string, person: Vouched): Promise<void> {
  await trx('account').where({ id: accountId }).update(vouched(person));
}

/** Informs the owner, at most once a day. */
async function notifyOwner(email: string): Promise<void> {
  await transact(async (trx) => {
    const owner = await trx('account').where({ email, deleted_at: null }).first('id', 'first_name');
    if (!owner) return;
    const day = new Date().toISOString().slice(0, 10);
    const data = { first_name: owner.first_name, link: '/forgot-password' };
    await addMail(trx, { kind: 'account-exists', cause: `account-exists:${owner.id}:${day}`, accountId: owner.id, to: email, data });
  });
}

/** Writes the given texts of a profile, in the caller's transaction. @returns the stored ones @throws ProductError not_found */
export async function writeProfile(trx: Knex.Transaction, accountId: string, changes: Partial<ProfileTexts>): Promise<ProfileTexts> {
  const account = trx('account').where({ id: accountId });
  const [row] = await (Object.keys(changes).length > 0
    ? account.update(changes).returning(PROFILE_COLUMNS)
    : account.select(PROFILE_COLUMNS));
  if (!row) throw notFound('account');
  return row;
}

/**
 * Grants an account a role, and writes an audit entry. Open sessions have it at once (`watchSessions`).
 * @param given `actor` as `<kind>:<id>`, e.g. `script:grant`
 * @returns its current roles
 * @throws ProductError not_found when no account has that email
 */
export async function grantRole(given: { email: string; role: Role; actor: string }): Promise<Role[]> {
  return transact(async (trx) => {
    const { role } = given;
    const [account] = await trx('account')
      .where({ email: given.email.trim().toLowerCase() })
      .update({ roles: expression(trx, sql`case when ${role} = any(roles) then roles else array_append(roles, ${role}) end`) })
      .returning(['id', 'roles']);
    if (!account) throw notFound('account');
    await recordAudit({ actor: given.actor, action: 'role.grant', subject: `account:${account.id}`, detail: { role } }, trx);
    return account.roles;
  });
}

/** Suspends an account; the time of the first suspension stays. The caller must also end its sessions. */
export async function suspendAccount(trx: Knex.Transaction, accountId: string): Promise<void> {
  await trx('account')
    .where({ id: accountId })
    .update({ suspended_at: expression(trx, sql`coalesce(suspended_at, now())`) });
}

/** Lifts the suspension of an account. */
export async function reinstateAccount(trx: Knex.Transaction, accountId: string): Promise<void> {
  await trx('account').where({ id: accountId }).update({ suspended_at: null });
}

/** Sets the roles of an account; open sessions have them at once (`watchSessions`). */
export async function setRoles(trx: Knex.Transaction, accountId: string, roles: readonly Role[]): Promise<void> {
  await trx('account')
    .where({ id: accountId })
    .update({ roles: [...roles] });
}
