import type { Knex } from 'knex';
import { ENDED_KEYS_SHOWN_DAYS, type ApiKey } from '#contract/identity/api-keys.contract.ts';
import { KEY_SCOPE_IDS, type KeyHolder } from '#contract/identity/key-scopes.ts';
import { roleMay, rolesThatMay } from '#contract/organisations/roles.ts';
import { spentByKeys } from './key-budget.queries.ts';
import { findMembership } from '#domain/membership/membership.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { expression, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { inTokens } from '#domain/platform/token-words.ts';
import type { ApiKey as Row } from './api-key.model.ts';
import { withCounted } from './key-calls.ts';

/** The holder whose keys a person lists, or makes one for. */
export interface Holding {
  readonly accountId: string;
  readonly holder: KeyHolder;
}

/** A holder's keys as a condition on `key`, and the organisation of a new one. */
export interface Held {
  readonly condition: Sql;
  readonly organisationId: string | null;
}

/**
 * Returns which keys a person may list, make and revoke: their own; those of an organisation that they manage, whoever made them; or, for
 * an operator, those of all operators. Webhooks follow the same rule.
 * @param row alias of the row in the condition, with the columns `account_id`, `holder` and `organisation_id`
 * @throws ProductError not_found for an organisation that is not theirs, and, for anybody but operators, for operators' keys
 */
export async function holdingOf({ accountId, holder }: Holding, store: Knex = database(), row = sql`key`): Promise<Held> {
  if (holder === 'account')
    return { condition: sql`(${row}.account_id = ${accountId} and ${row}.holder = 'account')`, organisationId: null };
  if (holder === 'organisation') {
    const membership = await findMembership(accountId, store);
    if (!membership || !roleMay(membership.role, 'hold_keys')) throw notFound('organisation');
    return { condition: sql`${row}.organisation_id = ${membership.organisationId}`, organisationId: membership.organisationId };
  }
  const account = await store('account').where({ id: accountId }).first('roles');
  if (!account?.roles.some((role) => role === 'operator' || role === 'admin')) throw notFound('page');
  return { condition: sql`${row}.holder = 'operator'`, organisationId: null };
}

/**
 * SQL condition: the maker of a row may still hold it. An organisation's row counts while its maker may hold the organisation's keys and
 * the year is paid; an operators' row while its maker is an operator.
 */
export const isStillHeld = (row: Sql, account: Sql): Sql =>
  sql`case ${row}.holder
        when 'operator' then ${account}.roles && array['operator', 'admin']
        when 'organisation' then exists (
          select from organisation_member m join organisation o on o.id = m.organisation_id
           where m.account_id = ${row}.account_id and m.organisation_id = ${row}.organisation_id and m.role = any(${rolesThatMay('hold_keys')}::text[]) and o.ends_at > now())
        else true end`;

/** SQL condition: a key is neither revoked nor expired. */
export const IN_FORCE = sql`(key.ended_at is null and key.expires_at > now())`;

/** Maximum per holder; of many recently ended keys, the oldest are left out. */
const MOST = 200;

/** Lists a holder's keys, newest first: those in force, and those that ended recently. @throws as `holdingOf` */
export async function listKeys(holding: Holding): Promise<ApiKey[]> {
  const { condition } = await holdingOf(holding);
  return readKeys(
    database(),
    sql`${condition} and least(key.expires_at, key.ended_at) > now() - make_interval(days => ${ENDED_KEYS_SHOWN_DAYS})`,
  );
}

/** Counts the valid keys that act for an account, of any holder. */
export async function countKeysOf(accountId: string): Promise<number> {
  const counted = database()('api_key as key').where({ account_id: accountId }).where(expression(database(), IN_FORCE));
  return Number((await counted.count({ keys: '*' }).first())!.keys);
}

/** Returns a key, or null when it is unknown. */
export const findKey = async (keyId: string): Promise<ApiKey | null> => (await readKeys(database(), sql`key.id = ${keyId}`))[0] ?? null;

/** Reads keys as they are shown. */
export async function readKeys(store: Knex, which: Sql): Promise<ApiKey[]> {
  const rows = await rowsOf<Omit<Row, 'secret_hash'> & { readonly acts_for: string }>(
    store,
    sql`select key.*, trim(account.first_name || ' ' || account.last_name) as acts_for
          from api_key key join account on account.id = key.account_id
         where ${which} order by ${IN_FORCE} desc, key.created_at desc, key.id limit ${MOST}`,
  );
  const spent = await spentByKeys(
    store,
    rows.map(({ id }) => id),
    new Date(),
  );
  return rows.map((row) => ({
    api_key_id: row.id,
    name: row.name,
    ending: row.ending,
    app: row.app_host === null ? null : { host: row.app_host },
    scopes: KEY_SCOPE_IDS.filter((scope) => row.scopes.includes(scope)),
    day_budget: inTokens(row.day_budget),
    spent_today: inTokens(spent.get(row.id) ?? 0),
    networks: row.networks,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    ...withCounted(row),
    acts_for: row.acts_for,
  }));
}

/** Tells whether a person has connected an app and not revoked it. */
export async function hasApp({ accountId, clientId }: { accountId: string; clientId: string }): Promise<boolean> {
  const row = await database()('api_key as key')
    .where({ account_id: accountId, client_id: clientId })
    .where(expression(database(), IN_FORCE))
    .first('id');
  return row !== undefined;
}

/**
 * Locks a key against being revoked for the rest of the transaction, and returns its budget per day, in hundredths of a token; null for a
 * key that has ended meanwhile.
 */
export async function keyBudget(trx: Knex.Transaction, keyId: string): Promise<number | null> {
  const row = await trx('api_key as key').where({ id: keyId }).where(expression(trx, IN_FORCE)).forShare().first('day_budget');
  return row?.day_budget ?? null;
}
