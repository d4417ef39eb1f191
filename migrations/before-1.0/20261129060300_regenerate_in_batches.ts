import type { Knex } from 'knex';

// A batch is a run of the installation; what it is to do to which course is frozen in its items, and each item that is begun is a child run in
// the batch lane. Only a window of them is begun, so stopping, budgets and fairness are a matter of rows.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table batch (
      run_id uuid primary key references run on delete cascade,
      name text not null,
      what text not null check (what in ('refresh_all','refresh_matching','fix','missing_practice')),
      instruction text not null default '',
      selection jsonb not null,
      state text not null default 'planned' check (state in ('planned','canary','review','running','paused','done','cancelled')),
      paused_for text check (paused_for in ('operator','budget','failures','cost','quality','cap')),
      -- what a pause goes back to
      resumes_to text check (resumes_to in ('canary','running')),
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
      check ((state = 'paused') = (paused_for is not null)),
      check ((from_hour is null) = (until_hour is null))
    );
    create index batch_recent on batch (created_at desc, run_id desc);
    create table batch_item (
      batch_id uuid not null references batch on delete cascade,
      course_id uuid not null references course on delete cascade,
      account_id uuid not null references account on delete cascade,
      position integer not null,
      lesson_ids uuid[] not null,
      expected_micro_usd bigint not null,
      worst_micro_usd bigint not null,
      state text not null default 'pending' check (state in
        ('pending','leased','running','ready','approving','approved','discarding','discarded','rolling_back','rolled_back','failed','skipped','cancelled')),
      child_id uuid references run on delete set null,
      attempt integer not null default 0,
      reason text,
      -- how the live lessons read when the item was begun: what was edited since is not overwritten
      base_prints jsonb,
      -- the least likeness of an old lesson and its new text, and whether all were written and reviewed without a finding
      similarity double precision,
      is_clean boolean,
      overwrites boolean not null default false,
      published_version integer,
      primary key (batch_id, course_id)
    );
    create index batch_item_by_state on batch_item (batch_id, state, position);
    create index batch_item_by_course on batch_item (course_id);
    create index batch_item_by_account on batch_item (account_id);
    create index batch_item_by_child on batch_item (child_id) where child_id is not null;
  `);
}
