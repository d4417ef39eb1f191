import type { Knex } from 'knex';
import { ageRefusal, type AgeRefusal, type AgeRule, type AgeFacts, type ConsentGiver } from '#contract/platform/age-rules.ts';
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
