import type { Knex } from 'knex';

// Runs and their steps are the truth about slow work; the queue only carries step ids. The outbox row commits with the step it
// announces, so neither can exist without the other.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table run (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      kind text not null check (kind in ('course')),
      lane text not null default 'interactive' check (lane in ('interactive','batch')),
      request jsonb not null,
      dedupe_key text,
      request_id text not null,
      position bigint generated always as identity,
      status text not null default 'queued' check (status in ('queued','running','completed','failed','cancelled')),
      stage text not null default 'queued',
      progress integer not null default 0 check (progress between 0 and 100),
      topic text not null,
      title text,
      plan jsonb,
      research jsonb,
      course_id uuid unique,
      result jsonb,
      error_code text,
      error_detail text,
      operator_detail text,
      tokens_reserved integer not null default 0 check (tokens_reserved >= 0),
      tokens_charged integer not null default 0 check (tokens_charged >= 0),
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      check ((status = 'failed') = (error_code is not null)),
      check ((status = 'completed') = (course_id is not null))
    );
    create unique index run_one_live_per_form on run (account_id, dedupe_key)
      where status in ('queued','running') and dedupe_key is not null;
    create index run_recent_by_form on run (account_id, dedupe_key, finished_at desc) where status = 'completed';
    create index run_by_account on run (account_id, created_at desc);
    create index run_admission on run (status, lane, position) where status in ('queued','running');
    create index run_history on run (kind, finished_at desc) where status = 'completed';

    create table idempotency_key (
      account_id uuid not null references account on delete cascade,
      key text not null,
      request_hash text not null,
      run_id uuid not null references run on delete cascade,
      created_at timestamptz not null default now(),
      primary key (account_id, key)
    );
    create index idempotency_key_run on idempotency_key (run_id);
    create index idempotency_key_age on idempotency_key (created_at);

    create table step (
      id uuid primary key,
      run_id uuid not null references run on delete cascade,
      job text not null,
      key text not null,
      lesson_id uuid,
      state text not null default 'queued' check (state in ('queued','running','completed','failed','cancelled')),
      -- grows with every dispatch: BullMQ silently drops an id that is still known to it
      dispatch integer not null default 1,
      dispatched_at timestamptz not null default now(),
      due_at timestamptz not null default now(),
      -- fencing number: grows with every claim; a finish with an older one changes nothing
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
      unique (run_id, key),
      check (state <> 'running' or lease_until is not null)
    );
    create index step_leases on step (lease_until) where state = 'running';
    create index step_waiting on step (due_at) where state = 'queued';

    create table outbox (
      id bigint generated always as identity primary key,
      step_id uuid not null references step on delete cascade,
      dispatch integer not null,
      job text not null,
      lane text not null,
      due_at timestamptz not null,
      created_at timestamptz not null default now(),
      unique (step_id, dispatch)
    );

    create table run_event (
      id bigint generated always as identity primary key,
      run_id uuid not null references run on delete cascade,
      at timestamptz not null default clock_timestamp(),
      event text not null,
      text text not null
    );
    create index run_event_by_run on run_event (run_id, id);
  `);
}
