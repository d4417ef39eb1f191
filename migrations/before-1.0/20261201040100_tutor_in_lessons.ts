import type { Knex } from 'knex';

// A session of the tutor is a conversation with the mentor about one lesson: it has so many answers left, and either the plan has paid for
// all of them with one of its sessions, or each costs tokens.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table mentor_session
      add column tutor_course_id uuid references course on delete set null,
      add column tutor_lesson_id uuid,
      add column tutor_answers_left integer check (tutor_answers_left >= 0),
      add column tutor_by_plan boolean not null default false,
      add constraint mentor_session_tutor_lesson check ((tutor_lesson_id is null) = (tutor_answers_left is null));
    create index mentor_session_of_tutor_course on mentor_session (tutor_course_id) where tutor_course_id is not null;
  `);
}
