import type { Knex } from 'knex';

// What operators see and do: alerts, settings, paused work, acts on many runs, and batches over many courses.
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
      check (ended_at is null or opened_at is not null)
    );
    create unique index operator_alert_live on operator_alert (rule, subject) where ended_at is null;
    create index operator_alert_recent on operator_alert (opened_at desc, id desc) where opened_at is not null;

    create table operator_setting (
      name text primary key,
      value double precision not null,
      updated_at timestamptz not null default now()
    );

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
      what text not null check (what in ('refresh_all', 'refresh_matching', 'fix', 'missing_practice', 'media', 'translation')),
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
  `);
  await knex.raw(comments);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table batch_item, batch, bulk_act_item, bulk_act, worker_process, paused_work, operator_setting, operator_alert;
  `);
}

export const comments = `
  comment on table operator_alert is 'A rule that holds for a subject, and the alert once it has held long enough.';
  comment on column operator_alert.rule is 'Name of the rule (alert-rules.ts).';
  comment on column operator_alert.subject is 'What it holds for, such as a queue.';
  comment on column operator_alert.value is 'The measured figure.';
  comment on column operator_alert.opened_at is 'When it had held for as long as the rule says; null: not yet.';

  comment on table operator_setting is
    'A number that operators have set while the product runs; without a row the configuration decides.';

  comment on table paused_work is 'What operators hold back. A paused step does not start; a running one finishes.';
  comment on column paused_work.name is 'Of the queue, kind or schedule; the id of the batch.';
  comment on column paused_work.lane is 'Of a queue: its lane.';
  comment on column paused_work.jobs is 'Of a queue: the jobs it carries.';

  comment on table worker_process is 'A worker that has reported lately.';
  comment on column worker_process.id is '<host>:<pid>, as on the steps it claims.';
  comment on column worker_process.queues is 'It takes jobs from.';
  comment on column worker_process.concurrency is 'Jobs at once per queue.';
  comment on column worker_process.held is 'Steps it holds now.';

  comment on table bulk_act is 'An operator''s act on all runs that match a filter. The selection is frozen in its items.';
  comment on column bulk_act.account_id is 'The operator.';

  comment on table bulk_act_item is 'A run of the selection.';
  comment on column bulk_act_item.outcome is 'Null: not yet; done, or why it could not be.';

  comment on table batch is
    'A change to many courses at once: what to do and its limits. It is a run of the installation, or of a creator over their own '
    'courses.';
  comment on column batch.instruction is 'What to change, for rewrites.';
  comment on column batch.selection is 'Which courses, as they were chosen.';
  comment on column batch.paused_for is 'Why it is paused.';
  comment on column batch.resumes_to is 'What a pause goes back to.';
  comment on column batch.at_once is 'Items under way at one time.';
  comment on column batch.canary is 'Items that are done first, for review.';
  comment on column batch.most_failures is 'Share of failed items at which it pauses.';
  comment on column batch.most_cost_drift is 'Cost at which it pauses, as a multiple of the estimate.';
  comment on column batch.most_unclean is 'Share of results with findings at which it pauses.';
  comment on column batch.budget_micro_usd is '1e-6 US dollars; 0 for a creator, who pays in tokens.';
  comment on column batch.from_hour is 'Hours (UTC) in which it works, until until_hour; null: always.';
  comment on column batch.into_language is 'For a translation.';
  comment on column batch.creator_id is 'Who owns and pays it; null: the installation.';
  comment on column batch.by_vendor_batch is 'Its calls may wait for the vendors'' batch services.';

  comment on table batch_item is
    'What a batch does to one course; frozen when the batch is planned. An item under way is a child run.';
  comment on column batch_item.position is 'Order in the batch.';
  comment on column batch_item.lesson_ids is 'Lessons to rewrite.';
  comment on column batch_item.worst_micro_usd is 'At most, 1e-6 US dollars.';
  comment on column batch_item.child_id is 'Its run.';
  comment on column batch_item.attempt is 'Grows with each try.';
  comment on column batch_item.reason is 'Why it failed or was skipped.';
  comment on column batch_item.base_prints is 'Hashes of the live lessons when it began: what was edited since is not overwritten.';
  comment on column batch_item.similarity is 'Least likeness of an old lesson and its new text, 0 to 1.';
  comment on column batch_item.is_clean is 'All lessons were written, and reviewed without a finding.';
  comment on column batch_item.overwrites is 'The operator has decided to overwrite edits.';
  comment on column batch_item.published_version is 'The version it has made.';
  comment on column batch_item.places is 'Pictures to draw.';
`;
