import type { Knex } from 'knex';

// Runs that rewrite lessons of a course; versions with their cause; what follows a lesson's id; points; notifications.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table run drop constraint run_kind_check, add constraint run_kind_check check (kind in ('course','lesson'));
    -- a run of kind lesson changes a course that is there already
    alter table run add column target_course_id uuid references course on delete cascade;
    alter table run add constraint run_target check ((kind = 'lesson') = (target_course_id is not null));
    alter table run drop constraint run_check1;
    alter table run add constraint run_completed_has_course check (status <> 'completed' or kind <> 'course' or course_id is not null);
    -- a finished proposal is accepted or discarded once
    alter table run add column settled text check (settled in ('accepted','discarded'));
    alter table run add column stopped boolean not null default false;
    create index run_by_target on run (target_course_id, created_at desc) where target_course_id is not null;

    alter table course_version add column kind text not null default 'generated'
      check (kind in ('generated','regenerated','edited','restored','completed'));
    alter table course_version add column changed_lessons uuid[] not null default '{}';
    alter table course_version add column edit_session uuid;
    alter table course_version add column run_id uuid references run on delete set null;
    create unique index course_version_one_per_run on course_version (course_id, run_id) where run_id is not null;

    create table lesson_pin (
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      pinned_at timestamptz not null default now(),
      primary key (course_id, lesson_id)
    );
    create table lesson_completion (
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      completed_at timestamptz not null default now(),
      primary key (account_id, course_id, lesson_id)
    );
    create index lesson_completion_course on lesson_completion (course_id);
    create table lesson_bookmark (
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      created_at timestamptz not null default now(),
      primary key (account_id, course_id, lesson_id)
    );
    create index lesson_bookmark_course on lesson_bookmark (course_id);

    -- append only; the cause makes every award happen once
    create table point_entry (
      id bigint generated always as identity primary key,
      account_id uuid not null references account on delete cascade,
      cause text not null,
      points integer not null,
      created_at timestamptz not null default now(),
      unique (account_id, cause)
    );

    create table notification (
      id bigint generated always as identity primary key,
      account_id uuid not null references account on delete cascade,
      kind text not null,
      cause text not null,
      subject text not null,
      task_id uuid,
      course_id uuid,
      created_at timestamptz not null default now(),
      read_at timestamptz,
      unique (account_id, cause)
    );
    create index notification_recent on notification (account_id, id desc);
    create index notification_unread on notification (account_id) where read_at is null;
  `);
}
