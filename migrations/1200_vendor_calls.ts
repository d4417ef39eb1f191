import type { Knex } from 'knex';

// Calls to outside services, their costs, the use of each service's limits, and discounted batches. Costs are added up per run as calls are
// written.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table vendor_lane (
      service text not null,
      model text not null,
      request_level double precision not null,
      token_level double precision not null,
      refilled_at timestamptz not null default now(),
      closed_until timestamptz,
      failures integer not null default 0,
      open_until timestamptz,
      probe_until timestamptz,
      paused_at timestamptz,
      unanswered_since timestamptz,
      unanswered_at timestamptz,
      primary key (service, model)
    );

    create table vendor_call (
      id uuid primary key,
      account_id uuid references account on delete set null,
      run_id uuid references run on delete set null,
      step_id uuid,
      service text not null,
      model text not null,
      purpose text not null,
      started_at timestamptz not null default now(),
      ms integer,
      outcome text not null check (outcome in ('ok', 'rate_limited', 'unavailable', 'timed_out', 'refused', 'broken', 'aborted')),
      http_status integer,
      input_tokens integer,
      cached_tokens integer,
      output_tokens integer,
      cost_micro_usd bigint,
      detail text,
      discarded boolean not null default false,
      price_share real not null default 1
    );
    create index vendor_call_account on vendor_call (account_id, started_at desc);
    create index vendor_call_by_run on vendor_call (run_id);
    create index vendor_call_of_no_run on vendor_call (started_at) where run_id is null;
    -- operators search runs by the purpose of a call: a rare one is found without reading all calls
    create index vendor_call_purpose on vendor_call (purpose, run_id);
    create index vendor_call_recent on vendor_call (started_at desc);

    create table spend_day (
      day date not null,
      account_id uuid not null,
      micro_usd bigint not null default 0,
      calls integer not null default 0,
      presumed_micro_usd bigint not null default 0,
      primary key (day, account_id)
    );

    create table service_budget (
      service text primary key check (service in ('claude', 'openai', 'grok', 'gemini')),
      day_cents integer check (day_cents > 0),
      month_cents integer check (month_cents > 0),
      at_end text not null check (at_end in ('others', 'wait')),
      changed_at timestamptz not null default now(),
      changed_by uuid references account on delete set null,
      check (day_cents is not null or month_cents is not null)
    );
    create index service_budget_by_account on service_budget (changed_by) where changed_by is not null;

    create table service_spend_day (
      service text not null,
      day date not null,
      micro_usd bigint not null default 0,
      presumed_micro_usd bigint not null default 0,
      primary key (service, day)
    );

    create table vendor_batch (
      id uuid primary key,
      batch_id uuid not null references run on delete cascade,
      service text not null,
      model text not null,
      state text not null default 'submitting' check (state in ('submitting', 'submitted', 'ended', 'failed')),
      vendor_id text,
      vendor_state text,
      requests integer not null,
      tries smallint not null default 0,
      not_ours text[] not null default '{}',
      problem text,
      created_at timestamptz not null default now(),
      submitted_at timestamptz,
      looked_at timestamptz,
      due_at timestamptz not null default now(),
      held_until timestamptz,
      cancel_asked_at timestamptz,
      cancelled_at timestamptz,
      ended_at timestamptz,
      unique (service, vendor_id)
    );
    create index vendor_batch_due on vendor_batch (due_at) where state in ('submitting', 'submitted');
    create index vendor_batch_of on vendor_batch (batch_id, created_at);
    -- a submission whose answer was lost is looked for at its vendor: there is at most one
    create unique index vendor_batch_one_submission on vendor_batch (service) where state = 'submitting';

    create table vendor_batch_item (
      id uuid primary key,
      vendor_batch_id uuid references vendor_batch on delete cascade,
      batch_id uuid not null references run on delete cascade,
      run_id uuid not null references run on delete cascade,
      step_id uuid not null references step on delete cascade,
      account_id uuid references account on delete set null,
      service text not null,
      model text not null,
      purpose text not null,
      input_hash text not null,
      attempt integer not null,
      request jsonb,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'answered', 'failed', 'cancelled')),
      answer text,
      finish text,
      input_tokens integer,
      cached_tokens integer,
      output_tokens integer,
      problem text,
      created_at timestamptz not null default now(),
      ended_at timestamptz
    );
    create index vendor_batch_item_account on vendor_batch_item (account_id);
    create index vendor_batch_item_in on vendor_batch_item (vendor_batch_id, state);
    create index vendor_batch_item_of on vendor_batch_item (batch_id) where state = 'waiting';
    create unique index vendor_batch_item_once on vendor_batch_item (step_id, input_hash, attempt) where state <> 'cancelled';
    create index vendor_batch_item_run on vendor_batch_item (run_id);
    create index vendor_batch_item_waiting on vendor_batch_item (created_at) where state = 'waiting';

    -- in the order of runs, so that two statements that record calls of the same runs do not wait for each other
    create function count_run_cost() returns trigger language plpgsql as $$
    begin
      insert into run_cost as cost (run_id, micro_usd, calls, services)
      select run_id, coalesce(sum(cost_micro_usd), 0), count(*), array_agg(distinct service)
        from fresh where run_id is not null group by run_id order by run_id
      on conflict (run_id) do update set micro_usd = cost.micro_usd + excluded.micro_usd, calls = cost.calls + excluded.calls,
        services = array(select distinct name from unnest(cost.services || excluded.services) name order by name);
      return null;
    end $$;
    create trigger vendor_call_counted after insert on vendor_call referencing new table as fresh
      for each statement execute function count_run_cost();

    create function correct_run_cost() returns trigger language plpgsql as $$
    begin
      update run_cost cost set micro_usd = cost.micro_usd + late.change
        from (select fresh.run_id, sum(coalesce(fresh.cost_micro_usd, 0) - coalesce(stale.cost_micro_usd, 0)) as change
                from fresh join stale on stale.id = fresh.id where fresh.run_id is not null and stale.run_id = fresh.run_id group by fresh.run_id order by 1) late
       where late.run_id = cost.run_id and late.change <> 0;
      return null;
    end $$;
    create trigger vendor_call_corrected after update on vendor_call referencing old table as stale new table as fresh
      for each statement execute function correct_run_cost();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table vendor_batch_item, vendor_batch, service_spend_day, service_budget, spend_day, vendor_call, vendor_lane;
    drop function count_run_cost(), correct_run_cost();
  `);
}
