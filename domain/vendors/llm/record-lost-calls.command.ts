import type { Knex } from 'knex';
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
  const column = (of: (one: LostCall) => string | null) => lost.map(of);
  await knex.raw(
    `with lost as (
       insert into vendor_call (id, account_id, run_id, step_id, service, model, purpose, started_at, outcome, detail)
       select call.id, account.id, run.id, call.step_id, service, model, purpose, at, 'aborted', 'its worker ended before it did'
         from unnest(cast(:ids as uuid[]), cast(:accounts as uuid[]), cast(:runs as uuid[]), cast(:steps as uuid[]), cast(:services as text[]),
                     cast(:models as text[]), cast(:purposes as text[]), cast(:times as timestamptz[]))
              as call(id, account_id, run_id, step_id, service, model, purpose, at)
         left join account on account.id = call.account_id left join run on run.id = call.run_id
        -- in one order for everybody: who settles several of them takes them in this one too
        order by call.id
       on conflict (id) do nothing
       returning account_id
     )
     insert into spend_day as spent (day, account_id, micro_usd, calls)
     select cast(now() at time zone 'utc' as date), who, 0, count(*)
       from lost, unnest(array[account_id, cast(:everyone as uuid)]) who where who is not null group by who order by who
     on conflict (day, account_id) do update set calls = spent.calls + excluded.calls`,
    {
      ids: column(({ call }) => call.id),
      accounts: column(({ accountId }) => accountId),
      runs: column(({ runId }) => runId),
      steps: column(({ stepId }) => stepId),
      services: column(({ call }) => call.service),
      models: column(({ call }) => call.model),
      purposes: column(({ call }) => call.purpose),
      times: column(({ call }) => call.at),
      everyone: ALL_ACCOUNTS,
    },
  );
}
