import type { Knex } from 'knex';
import type { AccountDetails, AgeVerification } from '#contract/identity/account.contract.ts';
import type { User } from '#contract/identity/identity.contract.ts';
import type { OpeningPlace } from '#contract/identity/opening-place.ts';
import { UNKNOWN_TIME_ZONE } from '#contract/platform/time-zone.ts';
import { identityPorts, type UsersPlan } from '#domain/identity/identity.ports.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { Account, Role } from './account.model.ts';
import { ageAllows } from '../age/age-eligibility.queries.ts';
import { ageVerification } from '../age/age.queries.ts';

/**
 * Returns the data of the account page that is not in the user record.
 * @throws ProductError not_found
 */
export async function findAccount(accountId: string): Promise<AccountDetails> {
  const [account, deletion_ends] = await Promise.all([
    database()('account').where({ id: accountId }).first(),
    identityPorts().describeDeletionLoss(accountId),
  ]);
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

/**
 * SQL condition: an `account` is neither suspended, deleted nor about to be deleted. Anything that is reached by an address alone, without
 * a session that would have ended, is served only while its owner meets this condition.
 */
export const inGoodStanding = (account: Sql): Sql =>
  sql`(${account}.suspended_at is null and ${account}.deleted_at is null and ${account}.deletion_due_at is null)`;

/**
 * SQL condition: an `account` may be read from outside: through an unguessable address, by a program with an API key or the owner's
 * consent, and by webhooks. Checked at each use, because an age or a withdrawn consent that is recorded later closes the access, and a
 * consent opens it again (decision A33).
 */
export const opensToOthers = (account: Sql): Sql => sql`(${inGoodStanding(account)} and ${ageAllows('secret_address', account)})`;

/** Tells whether an account may be read from outside. */
export async function mayOpenToOthers(accountId: string): Promise<boolean> {
  if (!isUuid(accountId)) return false;
  const [account] = await rowsOf(database(), sql`select from account where id = ${accountId} and ${opensToOthers(sql`account`)}`);
  return account !== undefined;
}

/**
 * Returns the user record in wire format.
 * @throws ProductError not_found
 */
export async function findUser(accountId: string): Promise<User> {
  const [account, plan] = await Promise.all([readAccount(accountId), identityPorts().planOf(accountId)]);
  if (!account) throw notFound('account');
  return {
    user_id: account.id,
    email: account.email,
    first_name: account.first_name,
    last_name: account.last_name,
    name: `${account.first_name} ${account.last_name}`.trim(),
    subscription_status: plan.status,
    subscription_plan: plan.plan,
    subscription_expires: plan.expires?.toISOString() ?? null,
    trial_used: plan.trialUsed,
    courses_saved: account.courses_saved,
    roles: rolesOf(account.roles, plan),
    ...(account.deletion_due_at && { deletion_due_at: account.deletion_due_at.toISOString() }),
    ...(account.opens_on && { opens_on: account.opens_on }),
    ...(account.lacks_time_zone && { lacks_time_zone: true as const }),
    ...(account.has_courses && { has_courses: true as const }),
  };
}

type AccountWithChoices = Account & {
  courses_saved: string[];
  opens_on: OpeningPlace | null;
  lacks_time_zone: boolean;
  has_courses: boolean;
};

async function readAccount(accountId: string): Promise<AccountWithChoices | undefined> {
  const [account] = await rowsOf<AccountWithChoices>(
    database(),
    sql`select account.*, (select opens_on from user_settings where account_id = account.id) as opens_on,
               not exists (select from user_settings where account_id = account.id and time_zone <> ${UNKNOWN_TIME_ZONE}) as lacks_time_zone,
               exists (select from course where account_id = account.id) as has_courses,
               array(select course_id from saved_course where account_id = account.id
                      order by saved_at desc, course_id desc) as courses_saved
          from account where id = ${accountId}`,
  );
  return account;
}

/** A09: a user with a live Creator Pro plan is a creator as long as it lasts. */
function rolesOf(roles: readonly Role[], { status, plan }: UsersPlan): Role[] {
  const isCreator = status === 'active' && plan?.startsWith('creator_pro') === true && !roles.includes('creator');
  return isCreator ? [...roles, 'creator'] : [...roles];
}

/** Personal data that a user has entered, besides the user record. */
interface PersonalRecord {
  readonly bio: string;
  readonly email_verified: boolean;
  /** null: unknown. */
  readonly birth_year: number | null;
  readonly age_verification: AgeVerification;
  readonly created_at: string;
}

/** Returns it. @throws ProductError not_found */
export async function personalRecord(accountId: string): Promise<PersonalRecord> {
  const row = await database()('account').where({ id: accountId }).first('bio', 'email_verified_at', 'birth_year', 'created_at');
  if (!row) throw notFound('account');
  return {
    bio: row.bio,
    email_verified: row.email_verified_at !== null,
    birth_year: row.birth_year,
    age_verification: await ageVerification(accountId),
    created_at: row.created_at.toISOString(),
  };
}

const unproven = () =>
  new ProductError(
    'auth.address_unproven',
    'Please confirm your email address first. We sent you a link, and your account page can send it again.',
  );

/** Tells whether the owner of an account has proved its address. */
export async function isProven(store: Knex, accountId: string): Promise<boolean> {
  const account = await store('account').where({ id: accountId }).first('email_verified_at');
  return account?.email_verified_at != null;
}

/**
 * Requires that the account's owner has proved the address; until then anybody may have typed it, so the owner can only set a password. The
 * guard calls this for endpoints with `proven`.
 * @throws ProductError auth.address_unproven
 */
export async function assertProven(accountId: string, store: Knex = database()): Promise<void> {
  if (!(await isProven(store, accountId))) throw unproven();
}

/**
 * Locks an account before a way in is added, and requires that the calling session has not ended meanwhile: a call that was under way when
 * the owner reset the password must not leave an API key behind.
 * @throws ProductError auth.address_unproven; auth.token_invalid
 */
export async function lockForKey(trx: Knex.Transaction, { accountId, sessionId }: { accountId: string; sessionId: string }): Promise<void> {
  await trx('account').where({ id: accountId }).forUpdate().first('id');
  await assertProven(accountId, trx);
  const session = await trx('session').where({ id: sessionId, account_id: accountId, revoked_at: null }).first('id');
  if (!session) throw new ProductError('auth.token_invalid', 'The session has ended. Please sign in again.');
}
