import { sql, type Sql } from '#domain/platform/sql.ts';
import { RUN_PAUSED } from '#domain/platform/steps/paused-work.ts';
import { runKinds } from './engine.ts';

/**
 * Runs that occupy a slot. A parked run (waiting for its owner or its children) does not, nor does one that waits for hours at a vendor.
 */
export const ACTIVE_SQL = sql`status = 'running' and not is_parked and not by_vendor_batch`;

/** The account whose turn it is; all work of the installation queues as one account. */
const PERSON = sql`coalesce(account_id, '00000000-0000-0000-0000-000000000000'::uuid)`;

const TURN = sql`waiting.turn + coalesce(active.count, 0), waiting.position`;

/**
 * Returns the order in which queued runs start, as SQL: promoted by an operator; interactive before batch; then fair share (an account's
 * next run ranks behind every account that has fewer running or queued before it); then first come, first served. Admission and the
 * learner's queue position both use it, so the displayed position is exact. `lane_rank` is the rank within a lane. A run that `is_held`
 * waits for another run of its account (`RunKind.oneAtATime`): it comes last, and does not start.
 */
export function queueOrderSql(): Sql {
  const single = runKinds().flatMap(({ name, oneAtATime }) => (oneAtATime ? [name] : []));
  return sql`
  select waiting.id, waiting.lane, waiting.is_held, row_number() over (order by waiting.is_held, waiting.promoted_at, (waiting.lane = 'batch'), ${TURN})::int as rank,
         row_number() over (partition by waiting.lane order by waiting.is_held, waiting.promoted_at, ${TURN})::int as lane_rank
    from (select id, run.lane, promoted_at, ${PERSON} as person, position, row_number() over (partition by ${PERSON}, run.lane order by position) as turn,
                 run.kind = any(${single}::text[])
                   and (working.kind is not null or row_number() over (partition by ${PERSON}, run.kind order by position) > 1) as is_held
            from run left join (select distinct account_id as worker_id, kind from run where ${ACTIVE_SQL} and kind = any(${single}::text[])) working
                            on working.worker_id = run.account_id and working.kind = run.kind
           where status = 'queued' and not ${RUN_PAUSED}) waiting
    left join (select ${PERSON} as person, count(*) from run where ${ACTIVE_SQL} group by person) active using (person)`;
}
