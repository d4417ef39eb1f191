import type { Knex } from 'knex';
import {
  AGE_RULES,
  ageRefusal,
  CHILD_BELOW,
  ADULT_AT,
  type AgeFacts,
  type AgeRefusal,
  type AgeRule,
  type Allowance,
} from '#contract/platform/age-rules.ts';
import { actingKey } from '#domain/platform/acting-key.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { preparedRowsOf, raw, sql, type Sql } from '#domain/platform/sql.ts';
import type { Account } from '#domain/identity/accounts/account.model.ts';

/**
 * Returns the known facts about a user's age. A school's consent counts while the user is a plain member of the school: nobody may consent
 * for themselves, as an organisation's owner would.
 * @throws ProductError not_found
 */
export async function findAgeFacts(accountId: string, store: Knex = database()): Promise<AgeFacts> {
  const [facts] = await preparedRowsOf<AgeFacts>(
    store,
    sql`select a.birth_year as "birthYear",
               array(select c.given_by from parental_consent c left join organisation_member m using (account_id, organisation_id)
                      where c.account_id = a.id and (c.given_by = 'parent' or m.role = 'member') order by 1) as consents
          from account a where a.id = ${accountId}`,
  );
  if (!facts) throw notFound('account');
  return facts;
}

/** Returns why a rule excludes a user, or null. @throws ProductError not_found */
export const findAgeRefusal = async (accountId: string, rule: AgeRule, store?: Knex): Promise<AgeRefusal | null> =>
  ageRefusal(rule, await findAgeFacts(accountId, store));

const THIS_YEAR = sql`date_part('year', now() at time zone 'UTC')`;

/**
 * SQL condition: an account has a consent, counted as in `findAgeFacts`.
 * @param givers condition on the consent `c` and the membership `m`
 */
const hasConsent = (account: Sql, givers: Sql): Sql =>
  sql`exists (select from parental_consent c left join organisation_member m using (account_id, organisation_id)
               where c.account_id = ${account}.id and ${givers})`;

function allowanceSql(allowance: Allowance, account: Sql): Sql {
  if (allowance === 'parent') return hasConsent(account, sql`c.given_by = 'parent'`);
  if (allowance === 'parent_or_school') return hasConsent(account, sql`(c.given_by = 'parent' or m.role = 'member')`);
  return allowance === 'yes' ? sql`true` : sql`false`;
}

/**
 * SQL condition: the rule allows the account of a row. The SQL form of `ageRefusal`, for statements that select recipients and lists.
 * @param account alias of the account's row
 */
export function ageAllows(rule: AgeRule, account: Sql): Sql {
  const { unknown, child, minor, adult } = AGE_RULES[rule];
  const year = sql`${account}.birth_year`;
  return sql`case when ${year} is null then ${allowanceSql(unknown, account)}
                  when ${year} >= ${THIS_YEAR} - ${raw(String(CHILD_BELOW))} then ${allowanceSql(child, account)}
                  when ${year} >= ${THIS_YEAR} - ${raw(String(ADULT_AT))} then ${allowanceSql(minor, account)}
                  else ${allowanceSql(adult, account)} end`;
}

/** SQL condition: the rule allows an account. @param id expression of its id */
export const mayByAge = (rule: AgeRule, id: Sql | string): Sql =>
  sql`exists (select from account aged where aged.id = ${id}::uuid and ${ageAllows(rule, sql`aged`)})`;

/**
 * SQL condition: the caller may see an account's name, address or record. Always true for people, whose rights were checked before. A
 * program with an API key may not see a child without consent (decision A33), so every list and report that a key can read has this
 * condition.
 * @param id expression of the account's id; null when nobody has an account yet, so that the caller's own side entered the data
 */
export const toldToCaller = (id: Sql): Sql =>
  actingKey() === null ? sql`true` : sql`(${id} is null or ${mayByAge('secret_address', id)})`;

/** Returns which of these accounts a rule allows. */
export async function allowedAmong(accountIds: readonly string[], rule: AgeRule, store: Knex = database()): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await preparedRowsOf<Pick<Account, 'id'>>(
    store,
    sql`select id from account where id = any(${accountIds}::uuid[]) and ${ageAllows(rule, sql`account`)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

const REASONS: Record<AgeRefusal, string> = {
  'age.unknown': 'This requires your year of birth. You can enter it on your account page.',
  'age.parent_needed': 'Under 18 this needs a parent’s consent. You can ask for it on your account page.',
  'age.consent_needed': 'Under 13 this needs the consent of a parent or of your school. You can ask for it on your account page.',
  'age.too_young': 'This is not available at your age.',
};

/**
 * Enforces a rule of `contract/platform/age-rules.ts`. The guard calls it for endpoints with `age`; commands call it when the rule depends
 * on the request.
 * @throws ProductError age.unknown, age.parent_needed, age.consent_needed, age.too_young, not_found
 */
export async function assertAge(accountId: string, rule: AgeRule, store?: Knex): Promise<void> {
  const refusal = await findAgeRefusal(accountId, rule, store);
  if (refusal) throw new ProductError(refusal, REASONS[refusal]);
}
