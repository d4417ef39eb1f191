import { database, transact } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { JOB_WORKS } from './rollup.queries.ts';

/** Key of the advisory lock: one process adds up at a time, the others skip. */
const LOCK = 7103;
/** Number of deltas that one transaction adds up. */
const BATCH = 20_000;

/** The rollup rows that each delta adds to; days are in UTC. */
const GRAINS = sql`(values ('minute', interval '1 minute'), ('hour', interval '1 hour'), ('day', interval '1 day')) as grain(name, width)`;
const START = sql`date_bin(grain.width, gone.at, timestamptz '2000-01-01 00:00:00Z')`;

/**
 * Adds the deltas of steps and calls up into minutes, hours and days. A delta is deleted in the statement that adds it, so it counts once,
 * wherever a process is killed; until then readers add it themselves.
 * @returns number of deltas added up
 */
export async function addUpDeltas(): Promise<number> {
  let all = 0;
  for (let count = BATCH; count === BATCH; all += count) count = await addUpBatch();
  return all;
}

const addUpBatch = (): Promise<number> =>
  transact(async (trx) => {
    const [lock] = await rowsOf<{ is_mine: boolean }>(trx, sql`select pg_try_advisory_xact_lock(${LOCK}) as is_mine`);
    if (!lock!.is_mine) return 0;
    const [steps] = await rowsOf<{ count: number }>(
      trx,
      sql`with gone as (
            delete from step_delta where id in (select id from step_delta order by id limit ${BATCH}) returning *
          ), step as (
            select gone.*, coalesce(job.work, gone.job) as work from gone left join ${JOB_WORKS} on job.name = gone.job
          ), durations as (
            insert into duration_rollup as rollup (grain, at, measure, name, lane, place, count)
            select grain.name, ${START}, measure, work, lane, place, sum(count)
              from step as gone, ${GRAINS}, lateral (values ('wait', wait_place), ('run', run_place)) as timed(measure, place)
             group by 1, 2, 3, 4, 5, 6
            on conflict (grain, measure, at, name, lane, place) do update set count = rollup.count + excluded.count
          ), failures as (
            insert into failure_rollup as rollup (grain, at, work, lane, error_code, count)
            select grain.name, ${START}, work, lane, error_code, sum(count)
              from step as gone, ${GRAINS} where error_code is not null group by 1, 2, 3, 4, 5
            on conflict (grain, at, work, lane, error_code) do update set count = rollup.count + excluded.count
          )
          select count(*)::int as count from gone`,
    );
    const [calls] = await rowsOf<{ count: number }>(
      trx,
      sql`with gone as (
            delete from call_delta where id in (select id from call_delta order by id limit ${BATCH}) returning *
          ), durations as (
            insert into duration_rollup as rollup (grain, at, measure, name, lane, place, count)
            select grain.name, ${START}, 'call', service, '', place, sum(calls) from gone, ${GRAINS} where place is not null group by 1, 2, 4, 6
            on conflict (grain, measure, at, name, lane, place) do update set count = rollup.count + excluded.count
          ), calls as (
            insert into call_rollup as rollup (grain, at, service, purpose, outcome, calls, micro_usd, input_tokens, output_tokens)
            select grain.name, ${START}, service, purpose, outcome, sum(calls), sum(micro_usd), sum(input_tokens), sum(output_tokens)
              from gone, ${GRAINS} group by 1, 2, 3, 4, 5
            on conflict (grain, at, service, purpose, outcome) do update set calls = rollup.calls + excluded.calls,
              micro_usd = rollup.micro_usd + excluded.micro_usd, input_tokens = rollup.input_tokens + excluded.input_tokens,
              output_tokens = rollup.output_tokens + excluded.output_tokens
          )
          select count(*)::int as count from gone`,
    );
    return Math.max(steps!.count, calls!.count);
  });

/** Records that a release has begun to work, unless it is the latest recorded one. Charts mark its time. */
export async function recordDeploy(name: string): Promise<void> {
  await rowsOf(
    database(),
    sql`insert into deploy (name) select ${name} where ${name} is distinct from (select name from deploy order by at desc, id desc limit 1)`,
  );
}
