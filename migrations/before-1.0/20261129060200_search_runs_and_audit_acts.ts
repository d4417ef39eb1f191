import type { Knex } from 'knex';

// Operators search all runs there are: by index, also what they cost and which services they asked, which is kept beside each run as its calls
// are recorded. An act on everything that matches a filter is a row with its frozen selection, which workers go through.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table run_cost (
      run_id uuid primary key references run on delete cascade,
      micro_usd bigint not null default 0,
      calls integer not null default 0,
      services text[] not null default '{}'
    );
    create index run_cost_by_sum on run_cost (micro_usd desc, run_id desc);
    create index run_cost_by_service on run_cost using gin (services);
    insert into run_cost (run_id, micro_usd, calls, services)
    select run_id, coalesce(sum(cost_micro_usd), 0), count(*), array_agg(distinct service) from vendor_call where run_id is not null group by run_id;

    -- in one order, so that two statements that record calls of the same runs do not wait for each other
    create function count_run_cost() returns trigger language plpgsql as $$
    begin
      insert into run_cost as cost (run_id, micro_usd, calls, services)
      select run_id, coalesce(sum(cost_micro_usd), 0), count(*), array_agg(distinct service)
        from fresh where run_id is not null group by run_id order by run_id
      on conflict (run_id) do update set micro_usd = cost.micro_usd + excluded.micro_usd, calls = cost.calls + excluded.calls,
        services = array(select distinct name from unnest(cost.services || excluded.services) name order by name);
      return null;
    end $$;
    create function correct_run_cost() returns trigger language plpgsql as $$
    begin
      update run_cost cost set micro_usd = cost.micro_usd + late.change
        from (select fresh.run_id, sum(coalesce(fresh.cost_micro_usd, 0) - coalesce(stale.cost_micro_usd, 0)) as change
                from fresh join stale on stale.id = fresh.id where fresh.run_id is not null and stale.run_id = fresh.run_id group by fresh.run_id order by 1) late
       where late.run_id = cost.run_id and late.change <> 0;
      return null;
    end $$;
    create trigger vendor_call_counted after insert on vendor_call referencing new table as fresh
      for each statement execute function count_run_cost();
    create trigger vendor_call_corrected after update on vendor_call referencing old table as stale new table as fresh
      for each statement execute function correct_run_cost();

    create index run_newest on run (created_at desc, id desc);
    create index run_last_ended on run (finished_at desc nulls last, id desc);
    create index run_failed_by_code on run (error_code, created_at desc) where error_code is not null;
    create index run_by_kind on run (kind, status, created_at desc);
    create index run_text on run using gin (lower(subject || ' ' || coalesce(title, '') || ' ' || coalesce(error_detail, '')) gin_trgm_ops);

    -- when it is tried again at an operator's wish, these services are asked only if nobody else is left
    alter table run add column avoided_services text[] not null default '{}';

    create table bulk_act (
      id uuid primary key,
      account_id uuid references account on delete set null,
      act text not null check (act in ('retry','promote','cancel','remove')),
      filter jsonb not null,
      state text not null default 'running' check (state in ('running','done','aborted')),
      total integer not null,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      check ((state = 'running') = (ended_at is null))
    );
    create index bulk_act_recent on bulk_act (created_at desc, id desc);
    create index bulk_act_by_account on bulk_act (account_id) where account_id is not null;
    create table bulk_act_item (
      bulk_id uuid not null references bulk_act on delete cascade,
      run_id uuid not null,
      -- null: not yet; done, or why it could not be
      outcome text,
      primary key (bulk_id, run_id)
    );
    create index bulk_act_item_left on bulk_act_item (bulk_id, run_id) where outcome is null;
    create index audit_entry_action on audit_entry (action, id);
  `);
}
