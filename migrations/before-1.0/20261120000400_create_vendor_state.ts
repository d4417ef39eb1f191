import type { Knex } from 'knex';

// What every process must agree on about a vendor (allowance and circuit), each call made, and what it cost. Money paid to vendors
// is counted in micro-dollars (1e-6 USD) because one call costs fractions of a cent.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table vendor_lane (
      service text not null,
      model text not null,
      -- levels of the two token buckets; they refill towards the configured limits per minute
      request_level double precision not null,
      token_level double precision not null,
      refilled_at timestamptz not null default now(),
      -- a 429 closes the bucket for every caller until then
      closed_until timestamptz,
      failures integer not null default 0,
      -- circuit: open until then; afterwards one probe at a time, held until probe_until
      open_until timestamptz,
      probe_until timestamptz,
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
      outcome text not null check (outcome in ('ok','rate_limited','unavailable','timed_out','refused','broken','aborted')),
      http_status integer,
      input_tokens integer,
      cached_tokens integer,
      output_tokens integer,
      -- null: the price of this model is not known
      cost_micro_usd bigint,
      detail text
    );
    create index vendor_call_by_run on vendor_call (run_id);
    create index vendor_call_recent on vendor_call (started_at desc);
    create index vendor_call_account on vendor_call (account_id, started_at desc);

    -- account_id is the zero uuid for the whole installation
    create table spend_day (
      day date not null,
      account_id uuid not null,
      micro_usd bigint not null default 0,
      calls integer not null default 0,
      primary key (day, account_id)
    );
  `);
}
