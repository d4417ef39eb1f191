import type { Knex } from 'knex';

// Who checked what is said, as simulations and lessons have it.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table audio_lesson add column checked_by text;
    comment on column audio_lesson.checked_by is 'Another service that compared what is said with the lesson; null when none could.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table audio_lesson drop column checked_by');
}
