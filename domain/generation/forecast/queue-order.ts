/** Runs that take a place: one that waits for its learner takes none. */
export const ACTIVE_SQL = `status = 'running' and stage <> 'approval'`;

/**
 * The order in which waiting runs start, as SQL: interactive before batch; then fair, a person's next run counts behind everybody's
 * who has fewer running or waiting before it; then first come. Admission and the learner's queue position both read it, so the
 * position shown is exact.
 */
export const QUEUE_ORDER_SQL = `
  select waiting.id, row_number() over (
           order by (waiting.lane = 'batch'), waiting.turn + coalesce(active.count, 0), waiting.position
         )::int as rank
    from (select id, lane, account_id, position, row_number() over (partition by account_id, lane order by position) as turn
            from run where status = 'queued') waiting
    left join (select account_id, count(*) from run where ${ACTIVE_SQL} group by account_id) active using (account_id)`;
