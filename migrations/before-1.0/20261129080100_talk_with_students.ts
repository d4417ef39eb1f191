import type { Knex } from 'knex';

// Creators write to their students and answer questions at lessons; a student is known by an id of the enrolment, never of the account.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table enrolment
      add column student_id uuid not null default gen_random_uuid(),
      add column receives_messages boolean not null default true;
    create unique index enrolment_student on enrolment (student_id);

    create table course_message (
      id uuid primary key,
      creator_course_id uuid not null references creator_course on delete cascade,
      account_id uuid not null references account on delete cascade,
      subject text not null check (char_length(subject) between 1 and 120),
      text text not null check (char_length(text) between 1 and 2000),
      recipients integer not null,
      sent_at timestamptz not null default now()
    );
    create index course_message_recent on course_message (creator_course_id, sent_at desc, id desc);
    create index course_message_of_sender on course_message (account_id, sent_at desc);

    create table course_message_to (
      message_id uuid not null references course_message on delete cascade,
      account_id uuid not null references account on delete cascade,
      primary key (account_id, message_id)
    );
    create index course_message_receivers on course_message_to (message_id);

    create table lesson_question (
      id uuid primary key,
      creator_course_id uuid not null references creator_course on delete cascade,
      lesson_id uuid not null,
      account_id uuid not null references account on delete cascade,
      text text not null check (char_length(text) between 1 and 2000),
      answer text check (char_length(answer) between 1 and 2000),
      answered_at timestamptz,
      created_at timestamptz not null default now(),
      check ((answer is null) = (answered_at is null))
    );
    create index lesson_question_beside on lesson_question (creator_course_id, lesson_id, created_at desc);
    create index lesson_question_recent on lesson_question (creator_course_id, created_at desc, id desc);
    create index lesson_question_of_asker on lesson_question (account_id, created_at desc);
    create index course_report_of_course on course_report (creator_course_id) where decided_at is null;
  `);
}
