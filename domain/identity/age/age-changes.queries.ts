import type { AgeChange } from '#contract/operator/people.contract.ts';
import { database } from '#domain/platform/database.ts';
import { join, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';

/** Who changed the year of birth, by the action that the audit log has for it; what an adult changes is none. */
const CHANGED_BY = {
  'account.older_refused': 'refused',
  'account.parent_set_year': 'parent',
  'person.set_birth_year': 'operator',
} as const satisfies Record<string, AgeChange['by']>;

/** Expression: when a user under 18 last tried to be older; null: never. @param id expression of the account's id */
export const lastTriedOlder = (id: Sql): Sql =>
  sql`(select max(at) from audit_entry where subject = 'account:' || ${id} and action = 'account.older_refused')`;

const MOST_SHOWN = 10;

/** Returns the changes of the years of birth of some users that operators should know of, newest first. */
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
  /** Operators' acts keep theirs in `after`. */
  readonly detail: Bands & { readonly after?: Bands };
}
