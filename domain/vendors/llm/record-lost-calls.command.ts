import type { Knex } from 'knex';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { CallBegun } from '#domain/platform/steps/step.ts';
import { ALL_ACCOUNTS } from './add-spend.command.ts';

export interface LostCall {
  readonly call: CallBegun;
  readonly accountId: string | null;
  readonly runId: string;
  readonly stepId: string;
}

/**
 * Records calls whose process crashed during them: the vendor worked, but their usage will never be known. Their cost is unknown, their
 * allowance is not returned, and they count among the day's calls. Settled calls do not change, so this may be called for any call that has
 * begun, repeatedly. If the process is alive after all, it replaces this by its own figures.
 */
export async function recordLostCalls(knex: Knex, lost: readonly LostCall[]): Promise<void> {
  if (lost.length === 0) return;
  const column = (value: (call: LostCall) => string | null) => lost.map(value);
  await rowsOf(
    knex,
    sql`with lost as (
       insert into vendor_call (id, account_id, run_id, step_id, service, model, purpose, started_at, outcome, detail)
       select call.id, account.id, run.id, call.step_id, service, model, purpose, at, 'aborted', 'its worker ended before it did'
         from unnest(${column(({ call }) => call.id)}::uuid[], ${column(({ accountId }) => accountId)}::uuid[],
                     ${column(({ runId }) => runId)}::uuid[], ${column(({ stepId }) => stepId)}::uuid[],
                     ${column(({ call }) => call.service)}::text[], ${column(({ call }) => call.model)}::text[],
                     ${column(({ call }) => call.purpose)}::text[], ${column(({ call }) => call.at)}::timestamptz[])
              as call(id, account_id, run_id, step_id, service, model, purpose, at)
         left join account on account.id = call.account_id left join run on run.id = call.run_id
        -- in one order for everybody: who settles several of them takes them in this one too
        order by call.id
       on conflict (id) do nothing
       returning account_id
     )
     insert into spend_day as spent (day, account_id, micro_usd, calls)
     select cast(now() at time zone 'utc' as date), who, 0, count(*)
       from lost, unnest(array[account_id, ${ALL_ACCOUNTS}::uuid]) who where who is not null group by who order by who
     on conflict (day, account_id) do update set calls = spent.calls + excluded.calls`,
  );
}
