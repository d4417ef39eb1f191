import type { Knex } from 'knex';
import { preparedRowsOf, sql } from '#domain/platform/sql.ts';

/**
 * Returns what API keys have spent in a day, in hundredths of a token: what their finished work has cost, and all that is set aside for the
 * rest. Work that a plan's units pay for counts with its price in tokens.
 * @param at a moment of the day (UTC)
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
