import type { Knex } from 'knex';
import { preparedRowsOf, sql } from '#domain/platform/sql.ts';

/**
 * Returns the hundredths of a token that API keys have spent in a day: the cost of finished work and the reservations of the rest. Work
 * paid by a plan's units counts at its price in tokens.
 * @param at any time of the day (UTC)
 */
export async function spentByKeys(store: Knex, keyIds: readonly string[], at: Date): Promise<Map<string, number>> {
  const rows = await preparedRowsOf<{ id: string; spent: number }>(
    store,
    sql`select key_id as id, sum(spent)::bigint as spent
          from (select key_id, created_at, case state when 'open' then amount else captured end as spent from token_hold
                union all
                select key_id, created_at, worth from quota_hold where state <> 'released') holds
         where key_id = any(${keyIds}::uuid[])
           and created_at >= date_trunc('day', ${at}::timestamptz, 'UTC')
           and created_at < date_trunc('day', ${at}::timestamptz, 'UTC') + interval '1 day'
         group by key_id`,
  );
  return new Map(rows.map(({ id, spent }) => [id, Number(spent)]));
}
