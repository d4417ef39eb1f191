import type { AgeVerification } from '#contract/identity/account.contract.ts';
import { canAskParent } from '#contract/identity/parental-consent.ts';
import type { AgeChange } from '#contract/operator/people.contract.ts';
import { AGE_RULES, ageBandOf, ageRefusal, isAgeRule } from '#contract/platform/age-rules.ts';
import type { AgePage } from '#contract/identity/age.contract.ts';
import { database } from '#domain/platform/database.ts';
import { join, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { findAgeFacts } from './age-eligibility.queries.ts';

/**
 * Returns the effects of a user's age: the features that are off and why, the consents, and the parent who was asked.
 * @throws ProductError not_found
 */
export async function findAgePage(accountId: string): Promise<AgePage> {
  const [standing, request, [school]] = await Promise.all([
    findAgeFacts(accountId),
    database()('parental_request').where({ account_id: accountId }).first('parent_email', 'asked_at', 'refused_at'),
    rowsOf<{ organisation: string; recorded_by: string | null; given_at: Date; reason: string | null }>(
      database(),
      sql`select o.name as organisation, nullif(trim(by.first_name || ' ' || by.last_name), '') as recorded_by, c.given_at, c.reason
            from parental_consent c join organisation o on o.id = c.organisation_id
            join organisation_member m on m.account_id = c.account_id and m.organisation_id = c.organisation_id and m.role = 'member'
            left join account by on by.id = c.recorded_by
           where c.account_id = ${accountId} and c.given_by = 'school'`,
    ),
  ]);
  const rules = Object.keys(AGE_RULES).filter(isAgeRule);
  return {
    band: ageBandOf(standing.birthYear),
    consents: [...standing.consents],
    school: school ? { ...school, given_at: school.given_at.toISOString() } : null,
    rules: rules.map((rule) => ({ rule, refusal: ageRefusal(rule, standing) })),
    asked: request
      ? { parent_email: request.parent_email, asked_at: request.asked_at.toISOString(), is_refused: request.refused_at !== null }
      : null,
  };
}

/** Who changed the year of birth, by action in the audit log. Changes by adults are not recorded. */
const CHANGED_BY = {
  'account.older_refused': 'refused',
  'account.parent_set_year': 'parent',
  'person.set_birth_year': 'operator',
} as const satisfies Record<string, AgeChange['by']>;

/** SQL expression: when a user under 18 last tried to become older, or null. @param id expression of the account's id */
export const lastTriedOlder = (id: Sql): Sql =>
  sql`(select max(at) from audit_entry where subject = 'account:' || ${id} and action = 'account.older_refused')`;

const MOST_SHOWN = 10;

/** Returns the changes of these users' years of birth that operators should know of, newest first. */
export async function listAgeChanges(accountIds: readonly string[]): Promise<Map<string, AgeChange[]>> {
  const rows = await rowsOf<ChangeRow>(
    database(),
    sql`select person.id, entry.at, entry.action, entry.detail from unnest(${accountIds}::uuid[]) person (id)
         cross join lateral (select at, action, detail from audit_entry
                              where subject = 'account:' || person.id and action in (${join(Object.keys(CHANGED_BY))})
                              order by audit_entry.id desc limit ${MOST_SHOWN}) entry`,
  );
  const changes = new Map<string, AgeChange[]>(accountIds.map((id) => [id, []]));
  for (const { id, at, action, detail } of rows) {
    const { from, to } = detail.after ?? detail;
    changes.get(id)?.push({ at: at.toISOString(), by: CHANGED_BY[action], from: from ?? 'unknown', to: to ?? 'unknown' });
  }
  return changes;
}

interface Bands {
  readonly from?: AgeChange['from'];
  readonly to?: AgeChange['to'];
}
interface ChangeRow {
  readonly id: string;
  readonly at: Date;
  readonly action: keyof typeof CHANGED_BY;
  /** Entries by operators have the bands in `after`. */
  readonly detail: Bands & { readonly after?: Bands };
}

/**
 * Returns the age verification (PROF-03): verified once a parent or a school has agreed. The year that an adult enters is not checked, so
 * it never counts as verified.
 * @throws ProductError not_found
 */
export async function ageVerification(accountId: string): Promise<AgeVerification> {
  const { birthYear, consents } = await findAgeFacts(accountId);
  const parentalConsent = consents.length > 0;
  return {
    verified: parentalConsent,
    age: birthYear === null ? null : new Date().getUTCFullYear() - birthYear,
    parentalConsent,
    requiresParentalConsent: canAskParent(birthYear),
  };
}
