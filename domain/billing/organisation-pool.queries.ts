import { database } from '#domain/platform/database.ts';

/** What an organisation's wallet holds, in tokens. */
export interface Pool {
  /** What can be spent now: lots that have run out are not counted, also before the ledger has booked their end. */
  readonly available: number;
  /** Reserved by work that is under way. */
  readonly held: number;
}

const CENTITOKENS = 100;

/** The pool of an organisation. */
export async function poolOf(organisationId: string): Promise<Pool> {
  const { rows } = await database().raw(
    `select coalesce(sum(remaining) filter (where remaining > 0 and effective_at <= now() and (expires_at is null or expires_at > now())), 0)::bigint
              as available,
            coalesce((select balance from ledger_account
                       where owner_kind = 'organisation' and owner_id = :id and unit = 'TOK' and kind = 'held'), 0)::bigint as held
       from token_lot where owner_kind = 'organisation' and owner_id = :id and remaining > 0`,
    { id: organisationId },
  );
  return { available: rows[0].available / CENTITOKENS, held: rows[0].held / CENTITOKENS };
}

/** What each person has spent from the pool since the first of the month (UTC), in tokens by account id, in one statement. */
export async function spentFromPool(organisationId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database().raw(
    `select t.actor_id, sum(e.amount)::bigint as spent
       from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
       join ledger_account a on a.id = e.account_id and a.kind = 'spent'
      where t.owner_kind = 'organisation' and t.owner_id = ? and t.unit = 'TOK' and t.kind = 'capture' and t.actor_id is not null
        and t.at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
      group by t.actor_id`,
    [organisationId],
  );
  return new Map((rows as { actor_id: string; spent: number }[]).map((row) => [row.actor_id, row.spent / CENTITOKENS]));
}
