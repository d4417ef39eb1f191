import type { AuditAction } from '#contract/platform/audit-actions.ts';
import { createHash, randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import { crc32 } from 'node:zlib';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { KEY_PATTERN, KEY_PREFIX, KEYS_AT_MOST, type ApiKey } from '#contract/identity/api-keys.contract.ts';
import { KEY_SCOPE_IDS, scopesOf, type KeyHolder, type KeyScope } from '#contract/identity/key-scopes.ts';
import { inGoodStanding, lockForKey } from '#domain/identity/accounts/account.queries.ts';
import type { Role } from '#domain/identity/accounts/account.model.ts';
import { ageAllows, assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { isRightWay } from '#domain/membership/ways-in.queries.ts';
import { provePassword } from '#domain/identity/passwords/prove-password.ts';
import type { LiveSession } from '#domain/identity/sessions/live-sessions.ts';
import { database, onDisconnect, transact } from '#domain/platform/database.ts';
import { fieldProblem, notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { preparedRowsOf, rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { notifyOfSecurityChange } from '../notify-of-security-change.command.ts';
import { holdingOf, IN_FORCE, isStillHeld, readKeys, type Holding } from './api-key.queries.ts';
import { countKeyCall } from './key-calls.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARS = 32;
const CHECK_CHARS = 6;

/** The CRC-32 of the rest of the key, in base 62, as in GitHub's tokens. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECK_CHARS; place += 1) {
    digits = DIGITS[rest % DIGITS.length]! + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

function newSecret(): string {
  const random = Array.from({ length: RANDOM_CHARS }, () => DIGITS[randomInt(DIGITS.length)]!).join('');
  return KEY_PREFIX + random + checksumOf(KEY_PREFIX + random);
}

/** Tells whether a text can be a key, by its checksum, so that guesses and typos cost no query. */
export const isKey = (text: string): boolean =>
  KEY_PATTERN.test(text) && checksumOf(text.slice(0, -CHECK_CHARS)) === text.slice(-CHECK_CHARS);

/** Returns the stored form of a key. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export interface NewKey extends Holding {
  readonly sessionId: string;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly days: number;
  /** Tokens. */
  readonly dayBudget: number;
  readonly networks: readonly string[];
  readonly password: string;
}

/**
 * Creates an API key for a person who knows the password, and informs its owner by mail.
 * @returns the key as it is listed, and the secret, which is stored nowhere
 * @throws ProductError not_found, auth.password_wrong, validation.failed for a scope that the holder's keys cannot have, keys.too_many, and
 * as `assertAge`
 */
export async function createKey(given: NewKey): Promise<{ key: ApiKey; secret: string }> {
  await holdingOf(given);
  assertScopes(given);
  await provePassword(given.accountId, given.password);
  const secret = newSecret();
  const key = await transact((trx) => addKey(trx, given, { hash: hashOf(secret), ending: secret.slice(-4), app: null }));
  return { key, secret };
}

/** An app that a person connects. */
export interface NewApp extends Omit<NewKey, 'holder' | 'password' | 'networks'> {
  readonly clientId: string;
  /** Host that the app redirects back to. */
  readonly host: string;
  /** SHA-256 of the grant that the app's tokens belong to. */
  readonly grantHash: Buffer;
}

/**
 * Connects an app for a person, and informs them by mail. An earlier connection of the same app is revoked.
 * @returns it as it is listed
 * @throws ProductError validation.failed for a scope that no account's key can have, keys.too_many, and as `assertAge`
 */
export async function connectApp({ clientId, host, grantHash, ...given }: NewApp): Promise<ApiKey> {
  const wanted = { ...given, holder: 'account' as const, networks: [] };
  assertScopes(wanted);
  return transact(async (trx) => {
    await lockForKey(trx, given);
    await trx('api_key').where({ account_id: given.accountId, client_id: clientId, ended_at: null }).update({ ended_at: trx.fn.now() });
    return addKey(trx, wanted, { hash: grantHash, ending: '', app: { clientId, host } });
  });
}

function assertScopes({ holder, scopes }: Pick<NewKey, 'holder' | 'scopes'>): void {
  if (scopes.every((scope) => scopesOf(holder).includes(scope))) return;
  const why = 'A key of this holder cannot be allowed to do this.';
  throw new ProductError('validation.failed', why, { data: { errors: [fieldProblem('scopes', why)] } });
}

interface Secret {
  readonly hash: Buffer;
  readonly ending: string;
  readonly app: { readonly clientId: string; readonly host: string } | null;
}

async function addKey(trx: Knex.Transaction, given: Omit<NewKey, 'password'>, { hash, ending, app }: Secret): Promise<ApiKey> {
  const { accountId, holder, name, networks } = given;
  const scopes = [...new Set(given.scopes)];
  const id = uuidv7();
  await lockForKey(trx, given);
  await assertAge(accountId, 'secret_address', trx);
  const { condition, organisationId } = await holdingOf(given, trx);
  const [held] = await rowsOf<{ keys: number }>(trx, sql`select count(*)::int as keys from api_key key where ${condition} and ${IN_FORCE}`);
  if (held!.keys >= KEYS_AT_MOST) throw new ProductError('keys.too_many', 'You have reached the limit of API keys. Revoke one first.');
  await rowsOf(
    trx,
    sql`insert into api_key (id, account_id, holder, organisation_id, name, secret_hash, ending, client_id, app_host, scopes, day_budget, networks,
                             expires_at, sign_in_organisation_id)
        values (${id}, ${accountId}, ${holder}, ${organisationId}, ${name}, ${hash}, ${ending}, ${app?.clientId ?? null}, ${app?.host ?? null},
                ${scopes}, ${given.dayBudget * 100}, ${networks}, now() + make_interval(days => ${given.days}),
                (select organisation_id from session where id = ${given.sessionId}))`,
  );
  await notifyOfSecurityChange(trx, { accountId, change: app ? 'app_connected' : 'api_key_added', name });
  const action = app ? 'app.connect' : 'api_key.create';
  await audit(trx, {
    accountId,
    holder,
    organisationId,
    action,
    detail: { api_key: id, scopes, networks, ...(app && { host: app.host }) },
  });
  const [key] = await readKeys(trx, sql`key.id = ${id}`);
  return key!;
}

/** Revokes a holder's key; a revoked key stays as it is. @throws ProductError not_found */
export async function endKey(given: Holding & { readonly keyId: string }): Promise<ApiKey> {
  const { accountId, holder, keyId } = given;
  const { condition, organisationId } = await holdingOf(given);
  if (!isUuid(keyId)) throw notFound('key');
  return transact(async (trx) => {
    const [ended] = await rowsOf<{ is_new: boolean }>(
      trx,
      sql`with before as (select id, ended_at from api_key key where key.id = ${keyId} and ${condition} for update)
          update api_key set ended_at = coalesce(api_key.ended_at, now()) from before where api_key.id = before.id
          returning before.ended_at is null as is_new`,
    );
    if (!ended) throw notFound('key');
    if (ended.is_new) await audit(trx, { accountId, holder, organisationId, action: 'api_key.end', detail: { api_key: keyId } });
    const [key] = await readKeys(trx, sql`key.id = ${keyId}`);
    return key!;
  });
}

/** Revokes all keys that act for an account, in the caller's transaction. @returns number of keys that this call revoked */
export const endKeysOf = async (trx: Knex.Transaction, accountId: string): Promise<number> =>
  trx('api_key').where({ account_id: accountId, ended_at: null }).update({ ended_at: trx.fn.now() });

/**
 * Deletes the keys that act for an account, in the caller's transaction. Keys of an organisation are revoked instead, so that its owners
 * see why their program is refused.
 * @returns number of keys deleted
 */
export async function deleteKeysOf(trx: Knex.Transaction, accountId: string): Promise<number> {
  await endKeysOf(trx, accountId);
  return trx('api_key').where({ account_id: accountId, organisation_id: null }).delete();
}

/** Revokes an organisation's keys that act for people who leave it, in the caller's transaction. */
export async function endKeysIn(trx: Knex.Transaction, organisationId: string, accountIds: readonly string[]): Promise<void> {
  await trx('api_key')
    .where({ organisation_id: organisationId, ended_at: null })
    .whereIn('account_id', accountIds)
    .update({ ended_at: trx.fn.now() });
}

/**
 * Revokes the personal API keys of these people and their connected apps, in the caller's transaction. Keys of an organisation or of
 * operators stay.
 */
export async function endOwnKeys(trx: Knex.Transaction, accountIds: readonly string[]): Promise<void> {
  await trx('api_key').where({ holder: 'account', ended_at: null }).whereIn('account_id', accountIds).update({ ended_at: trx.fn.now() });
}

interface Audited extends Holding {
  readonly organisationId: string | null;
  readonly action: AuditAction;
  readonly detail: Record<string, unknown>;
}

function audit(trx: Knex.Transaction, { accountId, holder, organisationId, action, detail }: Audited): Promise<void> {
  const subject = organisationId ? `organisation:${organisationId}` : `account:${accountId}`;
  return recordAudit({ actor: `account:${accountId}`, action, subject, detail: { holder, ...detail } }, trx);
}

/**
 * SQL condition on `key` and its `account`: the key may act for its owner. The owner is in good standing with a verified address, still has
 * the role that the key needs, and, for a personal key, made it in a session whose way of signing in is still allowed.
 */
const ACTS = sql`(${inGoodStanding(sql`account`)} and account.email_verified_at is not null and ${isStillHeld(sql`key`, sql`account`)}
  and (key.holder <> 'account' or ${isRightWay(sql`key.account_id`, sql`key.sign_in_organisation_id`)}))`;

/** SQL condition: the age of the `account` that a key acts for allows programs. */
const IS_OF_AGE = ageAllows('secret_address', sql`account`);

interface UsedKey {
  readonly id: string;
  readonly account_id: string;
  readonly holder: KeyHolder;
  readonly organisation_id: string | null;
  readonly scopes: string[];
  readonly roles: Role[];
  readonly is_in_force: boolean;
  readonly acts: boolean;
  /** Whether the age of the account it acts for allows programs. */
  readonly is_of_age: boolean;
  readonly is_here: boolean;
}

/** Hashes of keys that never worked or were revoked, so that repeating them costs no query. A key never works again. */
const dead = new Set<string>();
const MOST_DEAD = 10_000;
onDisconnect(() => dead.clear());

function bury(name: string): void {
  if (dead.size >= MOST_DEAD) dead.clear();
  dead.add(name);
}

/** Returns a name for a key that does not reveal it, its hash, for rate limits that apply before the database is asked. */
export const nameOfKey = (secret: string): string => hashOf(secret).toString('base64url');

/**
 * Authenticates an API key and counts the call (`key-calls.ts`). Every call checks the key in the database, so a revoked key is refused at
 * once, everywhere. Also refused is a key whose owner was suspended, requested deletion, or lost the operator's role or the organisation;
 * whose organisation has ended; or that was made after another sign-in than the organisation enforces.
 * @param ip address of the caller
 * @returns the session of the person it acts for, with operators' roles only if operators hold the key
 * @throws ProductError key.invalid, the same for all these reasons; key.network; as `assertAge`: a child's key is refused while there is no
 * consent
 */
export async function useKey(secret: string, ip: string): Promise<LiveSession> {
  if (!isKey(secret)) throw keyRefused();
  return letIn(hashOf(secret), ip);
}

/** Authenticates a connected app like `useKey`, by the hash of the grant that its token belongs to. @throws as `useKey` */
export const useApp = (grantHash: Buffer, ip: string): Promise<LiveSession> => letIn(grantHash, ip);

/** The error for a key that does not work, whatever the reason. */
export const keyRefused = () =>
  new ProductError('key.invalid', 'This API key does not work: it is wrong, has expired, or its owner is no longer allowed to use it.');

async function letIn(secretHash: Buffer, ip: string): Promise<LiveSession> {
  const name = secretHash.toString('base64url');
  if (dead.has(name)) throw keyRefused();
  const address = isIP(ip) ? ip : null;
  const [key] = await preparedRowsOf<UsedKey>(
    database(),
    sql`select key.id, key.account_id, key.holder, key.organisation_id, key.scopes, account.roles, ${IN_FORCE} as is_in_force, ${ACTS} as acts, ${IS_OF_AGE} as is_of_age,
               cardinality(key.networks) = 0 or coalesce(${address}::inet <<= any(key.networks::inet[]), false) as is_here
          from api_key key join account on account.id = key.account_id
         where key.secret_hash = ${secretHash}`,
  );
  if (!key?.is_in_force) bury(name);
  if (!key?.is_in_force || !key.acts) throw keyRefused();
  if (!key.is_of_age) await assertAge(key.account_id, 'secret_address');
  if (!key.is_here) throw new ProductError('key.network', 'This API key cannot be used from this IP address.');
  countKeyCall(key.id);
  return {
    sessionId: key.id,
    userId: key.account_id,
    roles: key.holder === 'operator' ? key.roles : key.roles.filter((role) => role !== 'operator' && role !== 'admin'),
    cookieSeen: false,
    key: {
      id: key.id,
      accountId: key.account_id,
      scopes: KEY_SCOPE_IDS.filter((scope) => key.scopes.includes(scope)),
      organisationId: key.organisation_id,
    },
  };
}

/** Tells whether a key is in force and its owner may still use it. */
export async function isKeyInForce(keyId: string): Promise<boolean> {
  const rows = await preparedRowsOf(
    database(),
    sql`select key.id from api_key key join account on account.id = key.account_id where key.id = ${keyId} and ${IN_FORCE} and ${ACTS} and ${IS_OF_AGE}`,
  );
  return rows.length > 0;
}
