import type { Knex } from 'knex';

// One question at the end of a course: how satisfied its reader is.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table enrolment
      add column satisfaction smallint check (satisfaction between 1 and 5),
      add column satisfaction_at timestamptz,
      add constraint enrolment_satisfaction_dated check ((satisfaction is null) = (satisfaction_at is null));
  `);
}
