import type { Knex } from 'knex';

/** Columns that distinguish the figures of a rollup; their types are those of the tables. */
const GRAIN = `grain text not null check (grain in ('minute', 'hour', 'day')), at timestamptz not null`;

// The console's time series: totals by minute, hour and day, and the deploys shown beside them. Triggers append each change to a table of
// deltas in the transaction of the row concerned, so that a figure exists exactly when its row does, and no two writers wait for one row; a
// job adds the deltas up (docs/decisions/0029).
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table step_delta (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      job text not null,
      lane text not null,
      error_code text,
      wait_place smallint not null,
      run_place smallint not null,
      count smallint not null
    );

    create table call_delta (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      service text not null,
      purpose text not null,
      outcome text not null,
      place smallint,
      calls integer not null,
      micro_usd bigint not null,
      input_tokens bigint not null,
      output_tokens bigint not null
    );

    create table duration_rollup (
      ${GRAIN},
      measure text not null check (measure in ('wait', 'run', 'call')),
      name text not null,
      lane text not null,
      place smallint not null,
      count bigint not null,
      primary key (grain, measure, at, name, lane, place)
    );

    create table failure_rollup (
      ${GRAIN},
      work text not null,
      lane text not null,
      error_code text not null,
      count bigint not null,
      primary key (grain, at, work, lane, error_code)
    );

    create table call_rollup (
      ${GRAIN},
      service text not null,
      purpose text not null,
      outcome text not null,
      calls bigint not null,
      micro_usd bigint not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      primary key (grain, at, service, purpose, outcome)
    );

    create table deploy (
      id bigint generated always as identity primary key,
      name text not null,
      at timestamptz not null default now()
    );
    create index deploy_recent on deploy (at desc);

    -- a place holds the times from 1.05^(n - 1) to 1.05^n ms: a percentile read from places is never more than a place away
    create function histogram_place(seconds double precision) returns smallint language sql immutable parallel safe as $$
      select case when seconds is null or seconds <= 0.001 then 0 else ceil(ln(seconds * 1000) / ln(1.05)) end::smallint
    $$;

    create function append_step_delta() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.state in ('completed', 'failed') and old.finished_at is not null then
        insert into step_delta (at, job, lane, error_code, wait_place, run_place, count)
        select date_trunc('minute', old.finished_at), old.job, run.lane, case when old.state = 'failed' then coalesce(old.error_code, 'unknown') end,
               histogram_place(extract(epoch from coalesce(old.started_at, old.finished_at) - old.created_at)),
               histogram_place(extract(epoch from old.finished_at - coalesce(old.started_at, old.finished_at))), -1
          from run where run.id = old.run_id;
      end if;
      if new.state in ('completed', 'failed') and new.finished_at is not null then
        insert into step_delta (at, job, lane, error_code, wait_place, run_place, count)
        select date_trunc('minute', new.finished_at), new.job, run.lane, case when new.state = 'failed' then coalesce(new.error_code, 'unknown') end,
               histogram_place(extract(epoch from coalesce(new.started_at, new.finished_at) - new.created_at)),
               histogram_place(extract(epoch from new.finished_at - coalesce(new.started_at, new.finished_at))), 1
          from run where run.id = new.run_id;
      end if;
      return null;
    end $$;
    create trigger step_added_up after insert on step for each row
      when (new.state in ('completed', 'failed')) execute function append_step_delta();
    create trigger step_change_added_up after update on step for each row
      when ((new.state in ('completed', 'failed') or old.state in ('completed', 'failed'))
        and (new.state, new.finished_at, new.started_at, new.created_at, new.error_code)
            is distinct from (old.state, old.finished_at, old.started_at, old.created_at, old.error_code))
      execute function append_step_delta();

    -- a call at a discount waits for hours on purpose: its time is not one of those a service takes
    create function append_call_delta() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        insert into call_delta (at, service, purpose, outcome, place, calls, micro_usd, input_tokens, output_tokens)
        select * from (
          select date_trunc('minute', started_at) as at, service, purpose, outcome,
                 case when outcome = 'ok' and price_share = 1 and ms is not null then histogram_place(ms / 1000.0) end as place, sum(sign)::integer as calls,
                 sum(sign * coalesce(cost_micro_usd, 0))::bigint as micro_usd, sum(sign * coalesce(input_tokens, 0))::bigint as input_tokens,
                 sum(sign * coalesce(output_tokens, 0))::bigint as output_tokens
            from (select fresh.*, 1 as sign from fresh union all select stale.*, -1 from stale) changed
           group by 1, 2, 3, 4, 5) delta
         where (calls, micro_usd, input_tokens, output_tokens) <> (0, 0, 0, 0);
      else
        insert into call_delta (at, service, purpose, outcome, place, calls, micro_usd, input_tokens, output_tokens)
        select date_trunc('minute', started_at), service, purpose, outcome,
               case when outcome = 'ok' and price_share = 1 and ms is not null then histogram_place(ms / 1000.0) end, count(*),
               coalesce(sum(cost_micro_usd), 0), coalesce(sum(input_tokens), 0), coalesce(sum(output_tokens), 0)
          from fresh group by 1, 2, 3, 4, 5;
      end if;
      return null;
    end $$;
    create trigger vendor_call_added_up after insert on vendor_call referencing new table as fresh
      for each statement execute function append_call_delta();
    create trigger vendor_call_change_added_up after update on vendor_call referencing old table as stale new table as fresh
      for each statement execute function append_call_delta();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger step_added_up on step;
    drop trigger step_change_added_up on step;
    drop trigger vendor_call_added_up on vendor_call;
    drop trigger vendor_call_change_added_up on vendor_call;
    drop function append_step_delta(), append_call_delta(), histogram_place(double precision);
    drop table step_delta, call_delta, duration_rollup, failure_rollup, call_rollup, deploy;
  `);
}
