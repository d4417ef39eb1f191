import type { Knex } from 'knex';

// Operators' data: alerts, settings, paused work, bulk actions on runs, and batches over many courses.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table operator_alert (
      id uuid primary key,
      rule text not null,
      subject text not null,
      value double precision not null,
      holds_since timestamptz not null default now(),
      opened_at timestamptz,
      ended_at timestamptz,
      owner_id uuid references account on delete set null,
      note text not null default '' check (char_length(note) <= 2000),
      check (ended_at is null or opened_at is not null)
    );
    create index operator_alert_by_owner on operator_alert (owner_id) where owner_id is not null;
    create unique index operator_alert_live on operator_alert (rule, subject) where ended_at is null;
    create index operator_alert_recent on operator_alert (opened_at desc, id desc) where opened_at is not null;

    create table operator_setting (
      name text primary key,
      value double precision not null,
      updated_at timestamptz not null default now()
    );

    create table operator_run_view (
      account_id uuid not null references account on delete cascade,
      name text not null check (char_length(name) between 1 and 40),
      find text not null check (char_length(find) between 1 and 2000),
      created_at timestamptz not null default now(),
      primary key (account_id, name)
    );

    create table service_connection (
      service text primary key check (service in ('claude', 'openai', 'grok', 'gemini')),
      kind text not null check (kind in ('vendor', 'compatible', 'vertex')),
      base_url text not null,
      key_sealed bytea,
      key_hint text,
      model text not null,
      context_tokens integer,
      price_input double precision,
      price_output double precision,
      changed_at timestamptz not null default now(),
      changed_by uuid references account on delete set null,
      check ((price_input is null) = (price_output is null)),
      check ((kind = 'compatible') = (context_tokens is not null)),
      check (kind <> 'vertex' or service = 'gemini'),
      check (kind = 'compatible' or key_sealed is not null)
    );
    create index service_connection_by_account on service_connection (changed_by) where changed_by is not null;

    create table paused_work (
      scope text not null check (scope in ('queue', 'kind', 'batch', 'schedule')),
      name text not null,
      lane text,
      jobs text[] not null default '{}',
      paused_at timestamptz not null default now(),
      primary key (scope, name),
      check ((scope = 'queue') = (lane is not null))
    );

    create table worker_process (
      id text primary key,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      lanes text[] not null,
      queues text[] not null,
      concurrency integer not null,
      held integer not null
    );
    create index worker_process_seen on worker_process (seen_at);

    create table bulk_act (
      id uuid primary key,
      account_id uuid references account on delete set null,
      act text not null check (act in ('retry', 'promote', 'cancel', 'remove')),
      filter jsonb not null,
      state text not null default 'running' check (state in ('running', 'done', 'aborted')),
      total integer not null,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      check ((state = 'running') = (ended_at is null))
    );
    create index bulk_act_by_account on bulk_act (account_id) where account_id is not null;
    create index bulk_act_recent on bulk_act (created_at desc, id desc);

    create table bulk_act_item (
      bulk_id uuid not null references bulk_act on delete cascade,
      run_id uuid not null,
      outcome text,
      primary key (bulk_id, run_id)
    );
    create index bulk_act_item_left on bulk_act_item (bulk_id, run_id) where outcome is null;

    create table batch (
      run_id uuid primary key references run on delete cascade,
      name text not null,
      what text not null check (what in ('refresh_all', 'refresh_matching', 'fix', 'missing_practice', 'media', 'simulation', 'translation')),
      instruction text not null default '',
      selection jsonb not null,
      state text not null default 'planned' check (state in ('planned', 'canary', 'review', 'running', 'paused', 'done', 'cancelled')),
      paused_for text check (paused_for in ('operator', 'budget', 'failures', 'cost', 'quality', 'cap', 'tokens')),
      resumes_to text check (resumes_to in ('canary', 'running')),
      at_once integer not null check (at_once between 1 and 100),
      canary integer not null default 0 check (canary >= 0),
      most_failures double precision not null,
      most_cost_drift double precision not null,
      most_unclean double precision not null,
      budget_micro_usd bigint not null check (budget_micro_usd >= 0),
      from_hour smallint check (from_hour between 0 and 23),
      until_hour smallint check (until_hour between 0 and 23),
      estimate jsonb not null,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      ended_at timestamptz,
      into_language text,
      creator_id uuid references account on delete set null,
      by_vendor_batch boolean not null default false,
      check ((state = 'paused') = (paused_for is not null)),
      check ((from_hour is null) = (until_hour is null)),
      constraint batch_into_language_check check ((what = 'translation') = (into_language is not null))
    );
    create index batch_by_creator on batch (creator_id, created_at desc) where creator_id is not null;
    create index batch_recent on batch (created_at desc, run_id desc);

    create table batch_item (
      batch_id uuid not null references batch on delete cascade,
      course_id uuid not null references course on delete cascade,
      account_id uuid not null references account on delete cascade,
      position integer not null,
      lesson_ids uuid[] not null,
      expected_micro_usd bigint not null,
      worst_micro_usd bigint not null,
      state text not null default 'pending',
      child_id uuid references run on delete set null,
      attempt integer not null default 0,
      reason text,
      base_prints jsonb,
      similarity double precision,
      is_clean boolean,
      overwrites boolean not null default false,
      published_version integer,
      places text[] not null default '{}',
      primary key (batch_id, course_id),
      check (state in ('pending', 'leased', 'running', 'ready', 'approving', 'approved', 'discarding', 'discarded', 'rolling_back',
        'rolled_back', 'failed', 'skipped', 'cancelled'))
    );
    create index batch_item_by_account on batch_item (account_id);
    create index batch_item_by_child on batch_item (child_id) where child_id is not null;
    create index batch_item_by_course on batch_item (course_id);
    create index batch_item_by_state on batch_item (batch_id, state, position);

    create table evaluation (
      run_id uuid primary key references run on delete cascade,
      name text not null,
      language text not null,
      briefs jsonb not null,
      casts jsonb not null,
      judges jsonb not null,
      is_given boolean not null default false,
      estimate jsonb not null,
      created_at timestamptz not null default now(),
      created_by uuid references account on delete set null,
      applied_cast smallint,
      applied_at timestamptz
    );
    create index evaluation_recent on evaluation (created_at desc, run_id desc);
    create index evaluation_by_account on evaluation (created_by) where created_by is not null;

    create table evaluation_sample (
      id uuid primary key,
      evaluation_id uuid not null references evaluation on delete cascade,
      brief smallint not null,
      cast_place smallint not null,
      outline jsonb,
      lesson jsonb,
      questions jsonb,
      review jsonb,
      corrected jsonb,
      measures jsonb,
      problems integer,
      unique (evaluation_id, brief, cast_place)
    );

    create table evaluation_verdict (
      id uuid primary key,
      evaluation_id uuid not null references evaluation on delete cascade,
      brief smallint not null,
      first_cast smallint not null,
      second_cast smallint not null,
      judge smallint,
      account_id uuid references account on delete cascade,
      verdict text not null check (verdict in ('first', 'second', 'tie')),
      reasons text not null default '',
      created_at timestamptz not null default now(),
      check (first_cast <> second_cast),
      check ((judge is null) <> (account_id is null)),
      -- a judge says it once in each order, a person once about a pair
      unique (evaluation_id, brief, first_cast, second_cast, judge)
    );
    create unique index evaluation_verdict_person on evaluation_verdict
      (evaluation_id, account_id, brief, least(first_cast, second_cast), greatest(first_cast, second_cast)) where account_id is not null;
    create index evaluation_verdict_by_account on evaluation_verdict (account_id) where account_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table evaluation_verdict, evaluation_sample, evaluation, batch_item, batch, bulk_act_item, bulk_act, worker_process, paused_work, service_connection, operator_run_view, operator_setting, operator_alert;
  `);
}
