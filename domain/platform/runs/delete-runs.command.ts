import type { Knex } from 'knex';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { Run } from './run.model.ts';

/** Deletes runs; their number and usage stay in `run_total`. Those with children stay: the children may have delivered something. */
const deleting = (which: Sql): Sql => sql`with gone as (
    delete from run where id in (
      select id from run where ${which} and not exists (select from run child where child.parent_id = run.id) for update skip locked)
    returning id, kind, status, finished_at, figures
  ), counted as (
    insert into run_total as total (day, kind, status, runs, calls, cost_micro_usd)
    select (finished_at at time zone 'utc')::date, kind, status, count(*),
           sum(greatest(used.calls, coalesce((figures #>> '{total,calls}')::int, 0))),
           sum(greatest(used.cost, coalesce((figures #>> '{total,known_cost_micro_usd}')::bigint, 0)))
      from gone, lateral (
        select count(*) as calls, coalesce(sum(cost_micro_usd), 0) as cost from vendor_call where run_id = gone.id) used
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (day, kind, status) do update set runs = total.runs + excluded.runs, calls = total.calls + excluded.calls,
      cost_micro_usd = total.cost_micro_usd + excluded.cost_micro_usd
  )
  select id from gone`;

/** Deletes at most `most` pruned runs that delivered nothing and ended this many days ago. @returns how many */
export async function deleteRuns(days: number, most: number): Promise<number> {
  const deleted = await rowsOf<Pick<Run, 'id'>>(
    database(),
    deleting(sql`id in (select id from run
      where pruned_at is not null and status in ('failed','cancelled') and finished_at < now() - ${days} * interval '1 day'
        and not exists (select from run child where child.parent_id = run.id) limit ${most})`),
  );
  return deleted.length;
}

/** Deletes one run, in the transaction that holds its row. @returns false when it has children */
export async function deleteRun(trx: Knex.Transaction, runId: string): Promise<boolean> {
  const deleted = await rowsOf<Pick<Run, 'id'>>(trx, deleting(sql`id = ${runId}`));
  return deleted.length > 0;
}
