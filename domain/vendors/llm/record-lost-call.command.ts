import { database } from '#domain/platform/database.ts';
import type { CallBegun } from '#domain/platform/steps/step.ts';
import { EVERYONE } from './spend.command.ts';

interface LostCall {
  readonly call: CallBegun;
  readonly accountId: string;
  readonly runId: string;
  readonly stepId: string;
}

/**
 * Records a call whose process ended before it did: the vendor worked for it, and nobody will ever know what it used. Its cost is unknown,
 * what its bucket gave stays taken, and it counts among the day's calls. A call that was settled is left as it is, so this may be
 * asked about any call that has begun, as often as one likes. Should its process live after all, it puts its own figures there.
 */
export async function recordLostCall({ call, accountId, runId, stepId }: LostCall): Promise<void> {
  await database().raw(
    `with lost as (
       insert into vendor_call (id, account_id, run_id, step_id, service, model, purpose, started_at, outcome, detail)
       select :id, account.id, run.id, :stepId, :service, :model, :purpose, cast(:at as timestamptz), 'aborted', 'its worker ended before it did'
         from (values (1)) one left join account on account.id = :accountId left join run on run.id = :runId
       on conflict (id) do nothing
       returning id
     )
     insert into spend_day as spent (day, account_id, micro_usd, calls)
     select cast(now() at time zone 'utc' as date), who, 0, 1
       from lost, unnest(array[cast(:accountId as uuid), cast(:everyone as uuid)]) who order by who
     on conflict (day, account_id) do update set calls = spent.calls + excluded.calls`,
    { ...call, accountId, runId, stepId, everyone: EVERYONE },
  );
}
