import type { Knex } from 'knex';

// Late work, later dates for some students, and marks. A course that two classes assign to a student is a single copy, to which both refer.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table classroom
      add column late_work text not null default 'mark' check (late_work in ('accept', 'mark', 'close')),
      add column time_zone text;
    alter table assignment
      add column late_work text check (late_work in ('accept', 'mark', 'close'));

    drop index assignment_copy_course;
    create index assignment_copy_course on assignment_copy (course_id) where course_id is not null;

    create table assignment_extension (
      assignment_id uuid not null references assignment on delete cascade,
      account_id uuid not null references account on delete cascade,
      due_at timestamptz not null,
      given_by uuid references account on delete set null,
      given_at timestamptz not null default now(),
      primary key (assignment_id, account_id)
    );
    create index assignment_extension_of on assignment_extension (account_id);
    create index assignment_extension_due on assignment_extension (due_at);
    create index assignment_extension_given_by on assignment_extension (given_by) where given_by is not null;

    create table assignment_mark (
      id uuid primary key,
      assignment_id uuid not null references assignment on delete cascade,
      account_id uuid not null references account on delete cascade,
      mark text check (char_length(mark) between 1 and 12),
      before text,
      reason text not null check (char_length(reason) between 1 and 500),
      marked_by uuid references account on delete set null,
      marked_at timestamptz not null default now()
    );
    create index assignment_mark_latest on assignment_mark (assignment_id, account_id, marked_at desc, id desc);
    create index assignment_mark_of on assignment_mark (account_id);
    create index assignment_mark_by on assignment_mark (marked_by) where marked_by is not null;
  `);
}

// For the old index, a course that two classes share has a single copy.
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table assignment_mark, assignment_extension;
    drop index assignment_copy_course;
    update assignment_copy copy set course_id = null where exists (
      select from assignment_copy first where first.course_id = copy.course_id and first.assignment_id < copy.assignment_id);
    create unique index assignment_copy_course on assignment_copy (course_id) where course_id is not null;
    alter table assignment drop column late_work;
    alter table classroom drop column late_work, drop column time_zone;
  `);
}
