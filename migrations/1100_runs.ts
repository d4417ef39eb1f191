import type { Knex } from 'knex';

// Slow work of every kind: a run, its steps, its log, and the outbox that hands steps to the queue (docs/decisions/0001, 0014 and 0025).
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table run (
      id uuid primary key,
      account_id uuid references account on delete cascade,
      kind text not null,
      lane text not null default 'interactive' check (lane in ('interactive', 'batch')),
      request jsonb not null,
      dedupe_key text,
      request_id text not null,
      position bigint generated always as identity,
      status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
      stage text not null default 'queued',
      progress integer not null default 0 check (progress between 0 and 100),
      subject text not null,
      title text,
      result jsonb,
      error_code text,
      error_detail text,
      operator_detail text,
      tokens_reserved integer not null default 0 check (tokens_reserved >= 0),
      tokens_charged integer not null default 0 check (tokens_charged >= 0),
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      stopped boolean not null default false,
      attempt integer not null default 1 check (attempt >= 1),
      parent_id uuid references run on delete cascade,
      payer_id uuid references account on delete set null,
      capped_id uuid references account on delete set null,
      notified_id uuid references account on delete set null,
      is_parked boolean not null default false,
      pruned_at timestamptz,
      figures jsonb,
      promoted_at timestamptz,
      avoided_services text[] not null default '{}',
      by_vendor_batch boolean not null default false,
      check ((status = 'failed') = (error_code is not null))
    );
    create index run_admission on run (status, lane, position) where status in ('queued', 'running');
    create index run_by_account on run (account_id, created_at desc);
    create index run_by_capped on run (capped_id) where capped_id is not null;
    create index run_by_kind on run (kind, status, created_at desc);
    create index run_by_notified on run (notified_id) where notified_id is not null;
    create index run_by_parent on run (parent_id, status) where parent_id is not null;
    create index run_by_payer on run (payer_id) where payer_id is not null;
    create index run_ended on run (finished_at) where finished_at is not null;
    create index run_failed_by_code on run (error_code, created_at desc) where error_code is not null;
    create index run_history on run (kind, finished_at desc) where status = 'completed';
    create index run_last_ended on run (finished_at desc nulls last, id desc);
    create index run_newest on run (created_at desc, id desc);
    create unique index run_one_live_per_request on run (account_id, dedupe_key) nulls not distinct
      where status in ('queued', 'running') and dedupe_key is not null;
    create index run_recent_by_form on run (account_id, dedupe_key, finished_at desc) where status = 'completed';
    create index run_text on run using gin (lower((((subject || ' ') || coalesce(title, '')) || ' ') || coalesce(error_detail,
      '')) gin_trgm_ops);
    create index run_to_delete on run (finished_at) where pruned_at is not null and status in ('failed', 'cancelled');
    create index run_to_prune on run (finished_at) where pruned_at is null and status in ('completed', 'failed', 'cancelled');

    create table run_event (
      id bigint generated always as identity primary key,
      run_id uuid not null references run on delete cascade,
      at timestamptz not null default clock_timestamp(),
      event text not null,
      text text not null,
      words jsonb
    );
    create index run_event_by_run on run_event (run_id, id);

    create table run_cost (
      run_id uuid primary key references run on delete cascade,
      micro_usd bigint not null default 0,
      calls integer not null default 0,
      services text[] not null default '{}'
    );
    create index run_cost_by_service on run_cost using gin (services);
    create index run_cost_by_sum on run_cost (micro_usd desc, run_id desc);

    create table run_total (
      day date not null,
      kind text not null,
      status text not null,
      runs integer not null,
      calls integer not null,
      cost_micro_usd bigint not null,
      primary key (day, kind, status)
    );

    create table idempotency_key (
      account_id uuid not null references account on delete cascade,
      key text not null,
      request_hash text not null,
      run_id uuid not null references run on delete cascade,
      created_at timestamptz not null default now(),
      primary key (account_id, key)
    );
    create index idempotency_key_age on idempotency_key (created_at);
    create index idempotency_key_run on idempotency_key (run_id);

    create table step (
      id uuid primary key,
      run_id uuid not null references run on delete cascade,
      job text not null,
      key text not null,
      item_id uuid,
      state text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'cancelled')),
      dispatch integer not null default 1,
      dispatched_at timestamptz not null default now(),
      due_at timestamptz not null default now(),
      fence integer not null default 0,
      lease_until timestamptz,
      worker text,
      service text,
      tried jsonb not null default '[]',
      input_hash text,
      output jsonb,
      error_code text,
      error_detail text,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      call_id uuid,
      fallback jsonb,
      call_begun jsonb,
      passed_over text[] not null default '{}',
      payload jsonb,
      look_until timestamptz,
      answer jsonb,
      label text,
      unique (run_id, key),
      constraint step_answer_check check (answer is null or state in ('queued', 'running')),
      check (state <> 'running' or lease_until is not null)
    );
    create index step_ended on step (finished_at) where state in ('completed', 'failed');
    create index step_failed on step (finished_at desc, id desc) where state = 'failed';
    -- how often an error is: what has one has failed, which two independent shares would put at almost nothing
    create statistics step_failed_with (mcv) on state, (coalesce(error_code, 'unknown')) from step;
    create index step_leases on step (lease_until) where state = 'running';
    create index step_waiting on step (due_at) where state = 'queued';

    create table outbox (
      id bigint generated always as identity primary key,
      step_id uuid references step on delete cascade,
      dispatch integer,
      job text not null,
      lane text not null,
      due_at timestamptz not null,
      created_at timestamptz not null default now(),
      unique (step_id, dispatch),
      constraint outbox_step_check check ((step_id is null) = (dispatch is null))
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table outbox, step, idempotency_key, run_total, run_cost, run_event, run');
}
