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
  type ConsentGiver,
} from '#contract/platform/age-rules.ts';
import { database, prepared } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';

/**
 * Returns what is known about a user's age. A school's consent counts while the user belongs to it.
 * @throws ProductError not_found
 */
export async function findAgeFacts(accountId: string, store: Knex = database()): Promise<AgeFacts> {
  const { rows } = await prepared(
    store,
    `select a.birth_year as "birthYear",
            array(select c.given_by from parental_consent c left join organisation_member m using (account_id, organisation_id)
                   where c.account_id = a.id and (c.given_by = 'parent' or m.account_id is not null) order by 1) as consents
       from account a where a.id = ?`,
    [accountId],
  );
  const [standing] = rows as { birthYear: number | null; consents: ConsentGiver[] }[];
  if (!standing) throw notFound('account');
  return standing;
}

/** Returns why a rule excludes a user; null when it does not. @throws ProductError not_found */
export const findAgeRefusal = async (accountId: string, rule: AgeRule, store?: Knex): Promise<AgeRefusal | null> =>
  ageRefusal(rule, await findAgeFacts(accountId, store));

const THIS_YEAR = `date_part('year', now() at time zone 'UTC')`;

/** A consent of an account, as `findAgeFacts` counts them. @param givers condition on the consent `c` and the membership `m` */
const hasConsent = (account: string, givers: string): string =>
  `exists (select from parental_consent c left join organisation_member m using (account_id, organisation_id)
            where c.account_id = ${account}.id and ${givers})`;

function allowanceSql(allowance: Allowance, account: string): string {
  if (allowance === 'parent') return hasConsent(account, `c.given_by = 'parent'`);
  if (allowance === 'parent_or_school') return hasConsent(account, `(c.given_by = 'parent' or m.account_id is not null)`);
  return allowance === 'yes' ? 'true' : 'false';
}

/**
 * Condition: the rule does not exclude the account of a row: `ageRefusal` as SQL, for statements that select recipients and lists.
 * @param account alias of the account's row
 */
export function ageAllows(rule: AgeRule, account: string): string {
  const { unknown, child, minor, adult } = AGE_RULES[rule];
  const [given, of] = [`${account}.birth_year`, (allowance: Allowance) => allowanceSql(allowance, account)];
  return `case when ${given} is null then ${of(unknown)} when ${given} >= ${THIS_YEAR} - ${CHILD_BELOW} then ${of(child)}
               when ${given} >= ${THIS_YEAR} - ${ADULT_AT} then ${of(minor)} else ${of(adult)} end`;
}

/** Condition: the rule does not exclude an account. @param id expression of its id */
export const mayByAge = (rule: AgeRule, id: string): string =>
  `exists (select from account aged where aged.id = ${id}::uuid and ${ageAllows(rule, 'aged')})`;

/** Returns which of some accounts a rule does not exclude. */
export async function allowedAmong(accountIds: readonly string[], rule: AgeRule, store: Knex = database()): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const { rows } = await prepared(store, `select id from account where id = any(:ids::uuid[]) and ${ageAllows(rule, 'account')}`, {
    ids: [...accountIds],
  });
  return new Set((rows as { id: string }[]).map(({ id }) => id));
}

const REASONS: Record<AgeRefusal, string> = {
  'age.unknown': 'This requires your year of birth. You can enter it on your account page.',
  'age.parent_needed': 'Under 18 this needs a parent’s consent. You can ask for it on your account page.',
  'age.consent_needed': 'Under 13 this needs the consent of a parent or of your school. You can ask for it on your account page.',
  'age.too_young': 'This is not available at your age.',
};

/**
 * Enforces a rule of `contract/platform/age-rules.ts`. The guard calls it for endpoints with `age`; commands call it where the rule depends
 * on the request.
 * @throws ProductError age.unknown, age.parent_needed, age.consent_needed, age.too_young, not_found
 */
export async function assertAge(accountId: string, rule: AgeRule, store?: Knex): Promise<void> {
  const refusal = await findAgeRefusal(accountId, rule, store);
  if (refusal) throw new ProductError(refusal, REASONS[refusal]);
}
