import type { Knex } from 'knex';

// Every kind of slow work is a run. What only courses have moves to a table of its own; a run keeps what every run has, says who pays, whose
// cap counts and who is told where that is not its owner, may belong to nobody, and may have children.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table course_run (
      run_id uuid primary key references run on delete cascade,
      plan jsonb,
      research jsonb,
      course_id uuid unique,
      target_course_id uuid references course on delete cascade,
      settled text check (settled in ('accepted','discarded')),
      approved_at timestamptz,
      accepted_lessons uuid[] not null default '{}'
    );
    insert into course_run (run_id, plan, research, course_id, target_course_id, settled, approved_at, accepted_lessons)
    select id, plan, research, course_id, target_course_id, settled, approved_at, accepted_lessons from run;
    create index course_run_by_target on course_run (target_course_id) where target_course_id is not null;

    alter table run drop constraint run_kind_check, drop constraint run_completed_has_course, drop constraint run_target,
      drop column plan, drop column research, drop column course_id, drop column target_course_id, drop column settled,
      drop column approved_at, drop column accepted_lessons;
    alter table run rename column topic to subject;
    alter table run alter column account_id drop not null,
      add column parent_id uuid references run on delete cascade,
      -- who pays, whose daily cap vendor calls count against, and who is told; null: the installation, the installation's only, nobody
      add column payer_id uuid references account on delete set null,
      add column capped_id uuid references account on delete set null,
      add column notified_id uuid references account on delete set null,
      -- it waits for its owner or its children, and takes no place from others
      add column is_parked boolean not null default false,
      -- its details were pruned; what they amounted to is in figures
      add column pruned_at timestamptz,
      add column figures jsonb;
    update run set payer_id = account_id, capped_id = account_id, notified_id = account_id, is_parked = status = 'running' and stage = 'approval';
    create index run_by_parent on run (parent_id, status) where parent_id is not null;
    create index run_by_payer on run (payer_id) where payer_id is not null;
    create index run_by_capped on run (capped_id) where capped_id is not null;
    create index run_by_notified on run (notified_id) where notified_id is not null;
    create index run_to_prune on run (finished_at) where pruned_at is null and status in ('completed','failed','cancelled');
    create index run_to_delete on run (finished_at) where pruned_at is not null and status in ('failed','cancelled');
    create index vendor_call_of_no_run on vendor_call (started_at) where run_id is null;
    -- of runs that were deleted: how many there were, and what they used
    create table run_total (
      day date not null,
      kind text not null,
      status text not null,
      runs integer not null,
      calls integer not null,
      cost_micro_usd bigint not null,
      primary key (day, kind, status)
    );
    drop index run_one_live_per_form;
    create unique index run_one_live_per_request on run (account_id, dedupe_key) nulls not distinct
      where status in ('queued','running') and dedupe_key is not null;

    alter table step rename column lesson_id to item_id;
    -- of a job that looks at something outside again and again: until when
    alter table step add column payload jsonb, add column look_until timestamptz;
  `);
}
