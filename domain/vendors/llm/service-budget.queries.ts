import type { BudgetEnd } from '#contract/operator/service-connections.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { MICRO_USD_PER_CENT, TODAY } from './add-spend.command.ts';

/** Retry interval of steps that wait for a budget, in ms: it may be raised meanwhile. */
export const BUDGET_POLL_MS = 60_000;

/** Returns a service's reported cost of today and this month (UTC): like the caps, budgets do not count presumed cost. */
const SPENT = sql`
  select service, coalesce(sum(micro_usd - presumed_micro_usd) filter (where day = ${TODAY}), 0) as today,
         sum(micro_usd - presumed_micro_usd) as month
    from service_spend_day where day >= date_trunc('month', ${TODAY}::timestamp) group by service`;

/** SQL for services whose budget is used up, and until when, for use in other statements. */
export const USED_UP_SQL: Sql = sql`(
  select * from (
    select service, at_end,
           case when spent.month >= budget.month_cents::bigint * ${MICRO_USD_PER_CENT}
                  then (date_trunc('month', ${TODAY}::timestamp) + interval '1 month') at time zone 'utc'
                when spent.today >= budget.day_cents::bigint * ${MICRO_USD_PER_CENT} then (${TODAY} + 1)::timestamp at time zone 'utc' end as until
      from service_budget budget join (${SPENT}) spent using (service)) reached
   where until is not null)`;

/** A service's budget and its reported cost. */
export interface BudgetRow {
  readonly service: Service;
  /** Null, like the next three: unlimited. */
  readonly at_end: BudgetEnd | null;
  readonly day_cents: number | null;
  readonly month_cents: number | null;
  readonly until: Date | null;
  /** Micro-dollars. */
  readonly today: number;
  readonly month: number;
}

/** Returns every service that has a budget or has cost something this month. */
export async function listServiceBudgets(): Promise<BudgetRow[]> {
  const rows = await rowsOf<BudgetRow>(
    database(),
    sql`select service, budget.at_end, day_cents, month_cents, until, coalesce(today, 0) as today, coalesce(month, 0) as month
          from service_budget budget full join (${SPENT}) spent using (service) left join ${USED_UP_SQL} used_up using (service)`,
  );
  return rows.map((row) => ({ ...row, today: Number(row.today), month: Number(row.month) }));
}

/** Tells whether a service's budget is used up, so that it must not be asked now. */
export async function isUsedUp(service: Service): Promise<boolean> {
  const [row] = await rowsOf<{ is_used_up: boolean }>(
    database(),
    sql`select exists (select from ${USED_UP_SQL} used_up where service = ${service}) as is_used_up`,
  );
  return row!.is_used_up;
}
