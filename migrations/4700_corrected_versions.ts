import type { Knex } from 'knex';

/** An editor's changes are a version of their own kind, so that a course's history tells them from texts that somebody has accepted. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table course_version drop constraint course_version_kind_check;
    alter table course_version add constraint course_version_kind_check
      check (kind in ('generated', 'regenerated', 'edited', 'restored', 'completed', 'corrected', 'enrolled', 'updated'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update course_version set kind = 'completed' where kind = 'corrected';
    alter table course_version drop constraint course_version_kind_check;
    alter table course_version add constraint course_version_kind_check
      check (kind in ('generated', 'regenerated', 'edited', 'restored', 'completed', 'enrolled', 'updated'));
  `);
}
