import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';

/** SQL expression: the domain of an address. */
const domainOf = (address: Sql): Sql => sql`split_part(${address}, '@', 2)`;

/**
 * SQL condition: an organisation `o` has verified the domain of an address. A lapsed organisation cannot restrict anybody's ways to sign
 * in.
 */
export const owns = (address: Sql): Sql =>
  sql`(o.ends_at > now() and exists (select from organisation_domain d
        where d.organisation_id = o.id and d.verified_at is not null and d.domain = ${domainOf(address)}))`;

const required = (name: string) =>
  new ProductError(
    'auth.organisation_required',
    toSentence('{name} only accepts its own sign-in. Please use your organisation’s sign-in.', { name }),
  );

/**
 * Requires that an account may sign in in its own way. An organisation that enforces its sign-in forbids that to its members with its
 * addresses, except to owners with two-step sign-in, because somebody must be able to repair the sign-in, and to members who cannot use it
 * (`isOwnerAtRisk`).
 * @throws ProductError auth.organisation_required
 */
export async function assertOwnWayIn(accountId: string, store: Knex): Promise<void> {
  const [row] = await rowsOf<{ name: string }>(
    store,
    sql`select o.name from organisation_member m join account a on a.id = m.account_id join organisation o on o.id = m.organisation_id
          join organisation_sign_in s on s.organisation_id = o.id
         where m.account_id = ${accountId} and s.mode = 'enforced' and ${SIGNS_IN_BY_IT}`,
  );
  if (row) throw required(row.name);
}

/** SQL condition: a member `m` is an owner with two-step sign-in. */
export const HAS_WAY_IN = sql`(m.role = 'owner' and exists (
  select from second_factor f where f.account_id = m.account_id and f.confirmed_at is not null))`;

/**
 * SQL condition: the person who set up the sign-in `s` could use it to enter the account of an owner `m`. That person decides who can sign
 * in, and nobody may act above their own role: so either an owner set it up, or the owner `m` has a second step, which no provider can
 * pass.
 */
const AT_RISK = sql`(m.role = 'owner' and not ${HAS_WAY_IN} and not exists (
  select from organisation_member setter
   where setter.account_id = s.changed_by and setter.organisation_id = s.organisation_id and setter.role = 'owner'))`;

/** SQL condition: a member `m` with account `a` of an organisation `o` can only sign in through its sign-in `s`, once that is enforced. */
export const SIGNS_IN_BY_IT = sql`(${owns(sql`a.email`)} and not ${HAS_WAY_IN} and not ${AT_RISK})`;

/**
 * SQL condition: no organisation forbids an account what it obtained in its own way. A condition on the current state, checked for every
 * session and key at each request, so that it also holds when an account joins an organisation with an enforced sign-in, when its address
 * or role changes, and when its domain is verified later.
 * @param accountId of the account
 * @param cameBy the organisation whose sign-in opened the session, or the session in which the key was made; null for none
 */
export const isRightWay = (accountId: Sql, cameBy: Sql): Sql => sql`(not exists (
  select from account a join organisation_member m on m.account_id = a.id join organisation o on o.id = m.organisation_id
    join organisation_sign_in s on s.organisation_id = o.id
   where a.id = ${accountId} and s.mode = 'enforced' and o.id is distinct from ${cameBy} and ${SIGNS_IN_BY_IT}))`;

/** Tells whether a member is an owner whom the organisation's sign-in admits only if an owner has set it up, or with two-step sign-in. */
export async function isOwnerAtRisk(trx: Knex.Transaction, organisationId: string, accountId: string): Promise<boolean> {
  const found = await rowsOf(
    trx,
    sql`select 1 from organisation_member m join organisation_sign_in s on s.organisation_id = m.organisation_id
         where m.account_id = ${accountId} and m.organisation_id = ${organisationId} and ${AT_RISK}`,
  );
  return found.length > 0;
}

/**
 * Requires that an account may be created for an address. If the address's organisation enforces its own sign-in, only that sign-in creates
 * accounts.
 * @throws ProductError auth.organisation_required
 */
export async function assertMayRegister(email: string, store: Knex = database()): Promise<void> {
  const [row] = await rowsOf<{ name: string }>(
    store,
    sql`select o.name from organisation_sign_in s join organisation o on o.id = s.organisation_id
         where s.mode = 'enforced' and ${owns(sql`${email.toLowerCase()}`)}`,
  );
  if (row) throw required(row.name);
}
