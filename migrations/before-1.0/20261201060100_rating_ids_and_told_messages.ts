import type { Knex } from 'knex';

// A rating has an id of its own, since everybody reads it; and a creator's message knows whom it has been told yet.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table course_rating add column id uuid not null default gen_random_uuid();
    create unique index course_rating_by_id on course_rating (id);
    alter table course_message_to add column told_at timestamptz;
    update course_message_to set told_at = now();
    create index course_message_untold on course_message_to (message_id, account_id) where told_at is null;
  `);
}
