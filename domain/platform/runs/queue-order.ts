import { RUN_PAUSED } from '#domain/platform/steps/paused-work.ts';

/** Runs that take a place: one that is parked (it waits for its owner, or for its children) takes none. */
export const ACTIVE_SQL = `status = 'running' and not is_parked`;

/** Whose turn it is: the installation's own work queues as one person's. */
const PERSON = `coalesce(account_id, '00000000-0000-0000-0000-000000000000'::uuid)`;

const TURN = 'waiting.turn + coalesce(active.count, 0), waiting.position';

/**
 * The order in which waiting runs start, as SQL: what an operator promoted; interactive before batch; then fair, a person's next run counts behind everybody's
 * who has fewer running or waiting before it; then first come. Admission and the learner's queue position both read it, so the
 * position shown is exact. `lane_rank` is the same among the runs of a lane.
 */
export const QUEUE_ORDER_SQL = `
  select waiting.id, waiting.lane, row_number() over (order by waiting.promoted_at, (waiting.lane = 'batch'), ${TURN})::int as rank,
         row_number() over (partition by waiting.lane order by waiting.promoted_at, ${TURN})::int as lane_rank
    from (select id, lane, promoted_at, ${PERSON} as person, position, row_number() over (partition by ${PERSON}, lane order by position) as turn
            from run where status = 'queued' and not ${RUN_PAUSED}) waiting
    left join (select ${PERSON} as person, count(*) from run where ${ACTIVE_SQL} group by person) active using (person)`;
