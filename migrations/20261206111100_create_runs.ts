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
  await knex.raw(comments);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table outbox, step, idempotency_key, run_total, run_cost, run_event, run');
}

export const comments = `
  comment on table run is
    'A piece of slow work of any kind: the truth about it, of which the queue carries ids only. What only one kind has is in a '
    'table of its feature.';
  comment on column run.account_id is 'Owner; null: the installation''s own work.';
  comment on column run.kind is 'Name of its kind (domain/kinds.ts).';
  comment on column run.lane is 'Lane of its jobs: interactive work goes first.';
  comment on column run.request is 'What was asked; its kind knows the shape.';
  comment on column run.dedupe_key is 'One live run per account and key.';
  comment on column run.request_id is 'Of the HTTP request that started it, for logs.';
  comment on column run.position is 'Order of arrival, for fairness and the queue''s display.';
  comment on column run.stage is 'What it is doing, in the words of its kind.';
  comment on column run.progress is 'Percent.';
  comment on column run.subject is 'What it is about, as it was asked for.';
  comment on column run.title is 'What came out, once it has a name.';
  comment on column run.result is 'What it ended with; its kind knows the shape.';
  comment on column run.error_code is 'Set exactly when it has failed.';
  comment on column run.error_detail is 'For its owner.';
  comment on column run.operator_detail is 'For operators.';
  comment on column run.tokens_reserved is 'Hundredths of a token.';
  comment on column run.tokens_charged is 'Hundredths of a token.';
  comment on column run.stopped is 'Its owner stopped it and keeps what is there.';
  comment on column run.attempt is 'Grows when a failed run is tried again: each attempt reserves tokens anew.';
  comment on column run.parent_id is 'The run it is a child of.';
  comment on column run.payer_id is 'Who pays; null: the installation.';
  comment on column run.capped_id is 'Whose daily spending cap counts besides the installation''s.';
  comment on column run.notified_id is 'Who is notified; null: nobody.';
  comment on column run.is_parked is 'It waits for its owner or its children, and occupies no slot.';
  comment on column run.pruned_at is 'Its calls, log and answers were deleted; figures has what they amounted to.';
  comment on column run.figures is 'What it used, as the operators'' page shows it; set when it is pruned.';
  comment on column run.promoted_at is 'An operator has put it before all others.';
  comment on column run.avoided_services is 'Services that are asked only if nobody else is left.';
  comment on column run.by_vendor_batch is 'Its calls may wait for the vendors'' batch services.';

  comment on table run_event is 'A line in the log of a run that its owner sees.';
  comment on column run_event.text is 'In English.';
  comment on column run_event.words is 'The text as a sentence that can be translated; null: text is all of it.';

  comment on table run_cost is 'What the vendor calls of a run have cost so far. Written by triggers on vendor_call.';
  comment on column run_cost.micro_usd is '1e-6 US dollars.';
  comment on column run_cost.services is 'Asked so far.';

  comment on table run_total is 'Deleted runs by day, kind and end: how many there were and what they used.';
  comment on column run_total.cost_micro_usd is '1e-6 US dollars.';

  comment on table idempotency_key is 'The Idempotency-Key a run was requested with, so that a repeat gets the same run.';
  comment on column idempotency_key.request_hash is 'SHA-256 of the request: the same key with another request is refused.';

  comment on table step is 'The part of a run that a worker does at one time.';
  comment on column step.job is 'Name of its job (queues/).';
  comment on column step.key is 'Unique within the run, such as lesson-<id>.';
  comment on column step.item_id is 'What it works on, such as a lesson.';
  comment on column step.dispatch is 'Grows with every dispatch, because the queue silently drops a job id it still knows.';
  comment on column step.due_at is 'When it may start.';
  comment on column step.fence is 'Fencing number: grows with every claim; a finish with an older one changes nothing.';
  comment on column step.lease_until is 'The worker holds it until then unless it renews; set while it is running.';
  comment on column step.worker is '<host>:<pid> of its holder.';
  comment on column step.service is 'The service that answered.';
  comment on column step.tried is 'Failed attempts: the row, not the queue, counts them.';
  comment on column step.input_hash is 'Hash of its input: finished work is not bought twice.';
  comment on column step.output is 'What it made; its job knows the shape.';
  comment on column step.call_id is 'The vendor call whose answer it ended with.';
  comment on column step.fallback is 'An answer with small faults that is used if nothing better comes.';
  comment on column step.call_begun is 'The newest vendor call; its row in vendor_call is written when it ends.';
  comment on column step.passed_over is 'Services it wanted to ask but did not, because they were out of reach.';
  comment on column step.payload is 'What it was added with, or what a poll remembers; its job knows the shape.';
  comment on column step.look_until is 'A step that polls something outside gives up then.';
  comment on column step.answer is 'The newest paid answer, stored before anything else can fail; erased when the step ends.';
  comment on column step.label is 'The same for people who read the queue.';

  comment on table outbox is 'A job that has to reach the queue; committed with the row it announces.';
  comment on column outbox.step_id is 'The step; null for a job without one, such as a mail that is due.';
  comment on column outbox.dispatch is 'Of the step.';
`;
