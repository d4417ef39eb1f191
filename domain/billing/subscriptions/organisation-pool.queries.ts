import { rowsOf, sql } from '#domain/platform/sql.ts';
import { database } from '#domain/platform/database.ts';

/** Contents of an organisation's wallet, in tokens. */
export interface Pool {
  /** Spendable now: expired lots are not counted, even before the ledger has posted their expiry. */
  readonly available: number;
  /** Reserved by running work. */
  readonly held: number;
}

const CENTITOKENS = 100;

/** Returns the pool of an organisation. */
export async function poolOf(organisationId: string): Promise<Pool> {
  const [pool] = await rowsOf<Pool>(
    database(),
    sql`select coalesce(sum(remaining) filter (where remaining > 0 and effective_at <= now() and (expires_at is null or expires_at > now())), 0)::bigint
              as available,
            coalesce((select balance from ledger_account
                       where owner_kind = 'organisation' and owner_id = ${organisationId} and unit = 'TOK' and kind = 'held'), 0)::bigint as held
       from token_lot where owner_kind = 'organisation' and owner_id = ${organisationId} and remaining > 0`,
  );
  return { available: pool!.available / CENTITOKENS, held: pool!.held / CENTITOKENS };
}

/** Returns what each of these users has spent from the pool since the first of the month (UTC), in tokens by account id, in one statement. */
export async function spentFromPool(organisationId: string, accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const people = await rowsOf<{ id: string; spent: number }>(
    database(),
    sql`select person.id, month.spent
       from unnest(${accountIds}::text[]) as person(id)
       cross join lateral (
         select sum(e.amount)::bigint as spent
           from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
           join ledger_account a on a.id = e.account_id and a.kind = 'spent'
          where t.unit = 'TOK' and t.owner_kind = 'organisation' and t.owner_id = ${organisationId} and coalesce(t.actor_id, '') = person.id
            and t.at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' and t.kind = 'capture') month
      where month.spent is not null`,
  );
  return new Map(people.map((row) => [row.id, row.spent / CENTITOKENS]));
}
