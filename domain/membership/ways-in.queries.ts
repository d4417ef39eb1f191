import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';

/** The domain of an expression that is an address. */
const domainOf = (address: Sql): Sql => sql`split_part(${address}, '@', 2)`;

/** Condition: an organisation `o` has proved the domain of an address. A lapsed organisation keeps nobody from their own ways. */
export const owns = (address: Sql): Sql =>
  sql`(o.ends_at > now() and exists (select from organisation_domain d
        where d.organisation_id = o.id and d.verified_at is not null and d.domain = ${domainOf(address)}))`;

const required = (name: string) =>
  new ProductError(
    'auth.organisation_required',
    toSentence('{name} only accepts its own sign-in. Please use your organisation’s sign-in.', { name }),
  );

/**
 * Requires that somebody may sign in by their own ways: an organisation that enforces its own keeps its members with its addresses from
 * them. An owner with two-step sign-in is let in: somebody must be able to mend it. So is one who cannot come by it (`isOwnerAtRisk`).
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

/** Condition: a member `m` is an owner with two-step sign-in. */
export const HAS_WAY_IN = sql`(m.role = 'owner' and exists (
  select from second_factor f where f.account_id = m.account_id and f.confirmed_at is not null))`;

/**
 * Condition: the sign-in `s` would let whoever has set it up into the account of an owner `m`. Whoever sets it up says who comes by it, and nobody
 * reaches above themselves: an owner must have done that, or the owner has a second step that no provider can answer.
 */
const AT_RISK = sql`(m.role = 'owner' and not ${HAS_WAY_IN} and not exists (
  select from organisation_member setter
   where setter.account_id = s.changed_by and setter.organisation_id = s.organisation_id and setter.role = 'owner'))`;

/** Condition: a member `m` with account `a` of an organisation `o` signs in by its sign-in `s` alone, once that is enforced. */
export const SIGNS_IN_BY_IT = sql`(${owns(sql`a.email`)} and not ${HAS_WAY_IN} and not ${AT_RISK})`;

/**
 * Condition: no organisation keeps an account from what it has by a way of its own. It is a state, and no press: asked of every session and key at
 * each request, it holds for whoever joins an organisation that enforces its sign-in, in whatever way, whose address or role changes, and
 * whose domain is proved later.
 * @param accountId of the account
 * @param cameBy the organisation by whose sign-in the session came, or the one in which the key was made; null: none
 */
export const isRightWay = (accountId: Sql, cameBy: Sql): Sql => sql`(not exists (
  select from account a join organisation_member m on m.account_id = a.id join organisation o on o.id = m.organisation_id
    join organisation_sign_in s on s.organisation_id = o.id
   where a.id = ${accountId} and s.mode = 'enforced' and o.id is distinct from ${cameBy} and ${SIGNS_IN_BY_IT}))`;

/** Tells whether a member is an owner whom the organisation's sign-in lets in only once an owner has set it up, or with two-step sign-in. */
export async function isOwnerAtRisk(trx: Knex.Transaction, organisationId: string, accountId: string): Promise<boolean> {
  const found = await rowsOf(
    trx,
    sql`select 1 from organisation_member m join organisation_sign_in s on s.organisation_id = m.organisation_id
         where m.account_id = ${accountId} and m.organisation_id = ${organisationId} and ${AT_RISK}`,
  );
  return found.length > 0;
}

/**
 * Requires that an account may be made for an address: not where its organisation enforces its own sign-in, which makes it.
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
