import type { Knex } from 'knex';
import { PEOPLE_SHOWN, type ConsolePerson } from '#contract/operator/people.contract.ts';
import type { Account } from '#domain/identity/accounts/account.model.ts';
import { listAgeChanges } from '#domain/identity/age/age.queries.ts';
import { database } from '#domain/platform/database.ts';
import { hasEveryWordByTrigrams, wordsOf } from '#domain/platform/normalised-text.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

const CENTITOKENS = 100;

/** The name in its indexed form. */
const PERSON = sql`folded_text(email || ' ' || first_name || ' ' || last_name)`;

/** Finds users by words of their name or email, by id, or by the id of one of their keys; by default the newest. */
export async function findPeople(q: string | undefined): Promise<ConsolePerson[]> {
  return read(database(), (people) => {
    if (!q?.trim()) return;
    if (isUuid(q))
      people.where(expression(database(), sql`(account.id = ${q} or account.id in (select account_id from api_key where id = ${q}))`));
    else people.where(expression(database(), hasEveryWordByTrigrams(PERSON, wordsOf(q))));
  });
}

/** Returns a user. @throws ProductError not_found */
export async function readPerson(accountId: string): Promise<ConsolePerson> {
  const [person] = await read(database(), (people) => people.where('account.id', accountId));
  if (!person) throw notFound('person');
  return person;
}

interface PersonRow extends Pick<
  Account,
  'id' | 'email' | 'first_name' | 'last_name' | 'created_at' | 'suspended_at' | 'deletion_due_at' | 'birth_year'
> {
  readonly roles: ConsolePerson['roles'];
  /** Hundredths of a token. */
  readonly balance: number;
  readonly sessions: number;
  readonly courses: number;
  readonly runs: number;
}

async function read(store: Knex, which: (people: Knex.QueryBuilder) => void): Promise<ConsolePerson[]> {
  const rows: PersonRow[] = await store('account')
    .whereNull('deleted_at')
    .modify(which)
    .orderBy('created_at', 'desc')
    .limit(PEOPLE_SHOWN)
    .select(
      'account.*',
      expression(
        store,
        sql`(select coalesce(sum(balance), 0)::float8 from ledger_account wallet
              where wallet.owner_kind = 'user' and wallet.owner_id = account.id::text
                and wallet.unit = 'TOK' and wallet.kind = 'available') as balance,
            (select count(*)::int from session where account_id = account.id and revoked_at is null and expires_at > now()) as sessions,
            (select count(*)::int from course where account_id = account.id) as courses,
            (select count(*)::int from run where account_id = account.id) as runs`,
      ),
    );
  const changes = await listAgeChanges(rows.map(({ id }) => id));
  return rows.map((row) => ({
    user_id: row.id,
    email: row.email,
    name: `${row.first_name} ${row.last_name}`.trim(),
    roles: row.roles,
    created_at: row.created_at.toISOString(),
    suspended_at: row.suspended_at?.toISOString() ?? null,
    deletion_due_at: row.deletion_due_at?.toISOString() ?? null,
    tokens: row.balance / CENTITOKENS,
    sessions: row.sessions,
    courses: row.courses,
    runs: row.runs,
    birth_year: row.birth_year,
    age_changes: changes.get(row.id) ?? [],
  }));
}
