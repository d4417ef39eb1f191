import type { Knex } from 'knex';

// Classes of an organisation: their people, the courses assigned to them with due dates, and the students' questions to teachers.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table classroom (
      id uuid primary key,
      organisation_id uuid not null references organisation on delete cascade,
      group_id uuid references organisation_group on delete set null,
      name text not null,
      starts_on date,
      ends_on date,
      tokens_each integer check (tokens_each >= 0),
      tokens_all integer check (tokens_all >= 0),
      weekly_mail boolean not null default true,
      created_by uuid references account on delete set null,
      created_at timestamptz not null default now(),
      archived_at timestamptz,
      check (ends_on >= starts_on)
    );
    create index classroom_page on classroom (organisation_id, created_at desc, id desc);
    create unique index classroom_group on classroom (group_id) where group_id is not null;
    create index classroom_created_by on classroom (created_by) where created_by is not null;

    create table classroom_member (
      classroom_id uuid not null references classroom on delete cascade,
      account_id uuid not null references organisation_member on delete cascade,
      role text not null check (role in ('teacher', 'student')),
      of_group boolean not null default false,
      joined_at timestamptz not null default now(),
      primary key (classroom_id, account_id)
    );
    create index classroom_member_of on classroom_member (account_id);
    create index classroom_member_page on classroom_member (classroom_id, role desc, joined_at, account_id);

    create table assignment (
      id uuid primary key,
      classroom_id uuid not null references classroom on delete cascade,
      course_id uuid references course on delete set null,
      run_id uuid references run on delete set null,
      title text not null,
      note text not null default '',
      due_at timestamptz,
      for_all boolean not null default true,
      assigned_by uuid references account on delete set null,
      created_at timestamptz not null default now(),
      check (course_id is null or run_id is null)
    );
    create index assignment_page on assignment (classroom_id, created_at desc, id desc);
    create index assignment_due on assignment (due_at) where due_at is not null;
    create index assignment_course on assignment (course_id) where course_id is not null;
    create index assignment_run on assignment (run_id) where run_id is not null;
    create index assignment_assigned_by on assignment (assigned_by) where assigned_by is not null;

    create table assignment_person (
      assignment_id uuid not null references assignment on delete cascade,
      account_id uuid not null references organisation_member on delete cascade,
      primary key (assignment_id, account_id)
    );
    create index assignment_person_of on assignment_person (account_id);

    create table assignment_copy (
      assignment_id uuid not null references assignment on delete cascade,
      account_id uuid not null references account on delete cascade,
      course_id uuid references course on delete set null,
      version integer not null,
      started_at timestamptz not null default now(),
      primary key (assignment_id, account_id)
    );
    create index assignment_copy_of on assignment_copy (account_id);
    create unique index assignment_copy_course on assignment_copy (course_id) where course_id is not null;

    create table assignment_reminder (
      assignment_id uuid not null references assignment on delete cascade,
      account_id uuid not null references account on delete cascade,
      due_at timestamptz not null,
      reminded_at timestamptz not null default now(),
      primary key (assignment_id, account_id, due_at)
    );
    create index assignment_reminder_of on assignment_reminder (account_id);

    create table class_question (
      id uuid primary key,
      assignment_id uuid not null references assignment on delete cascade,
      account_id uuid not null references account on delete cascade,
      text text not null,
      answer text,
      answered_by uuid references account on delete set null,
      answered_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index class_question_page on class_question (assignment_id, created_at desc, id desc);
    create index class_question_of on class_question (account_id);
    create index class_question_answered_by on class_question (answered_by) where answered_by is not null;

    create table class_week (
      classroom_id uuid not null references classroom on delete cascade,
      week date not null,
      mailed_at timestamptz not null default now(),
      primary key (classroom_id, week)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table class_week, class_question, assignment_reminder, assignment_copy, assignment_person, assignment, classroom_member, classroom;
  `);
}
