import type { Knex } from 'knex';

/** Rubrics, full answers and the final task's solution are translated too, in columns of their own, because readers see them after their own. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table lesson_translation add column answers jsonb;
    alter table course_translation add column solution text;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table course_translation drop column solution;
    alter table lesson_translation drop column answers;
  `);
}
