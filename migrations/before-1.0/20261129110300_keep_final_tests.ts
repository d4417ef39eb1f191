import type { Knex } from 'knex';

// Final tests of courses whose form asked for certification, each with the questions it drew; one that is open is unique.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table course add has_final_test boolean not null default false;
    create table final_test (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      -- as they were drawn, with what is right
      questions jsonb not null,
      answers jsonb,
      right_count integer,
      passed boolean,
      started_at timestamptz not null default clock_timestamp(),
      finished_at timestamptz,
      check ((finished_at is null) = (passed is null) and (finished_at is null) = (answers is null))
    );
    create unique index final_test_open on final_test (account_id, course_id) where finished_at is null;
    create index final_test_course on final_test (course_id, account_id, finished_at desc);
  `);
}
