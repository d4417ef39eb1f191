import type { Knex } from 'knex';

// One call may write several lessons, each of which can be read while it arrives. The texts are previews and may be dropped.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from lesson_stream;
    alter table lesson_stream add column lesson_id uuid not null, drop constraint lesson_stream_pkey,
      add constraint lesson_stream_pkey primary key (step_id, lesson_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from lesson_stream;
    alter table lesson_stream drop constraint lesson_stream_pkey, drop column lesson_id, add constraint lesson_stream_pkey primary key (step_id);
  `);
}
