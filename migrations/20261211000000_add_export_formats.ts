import type { Knex } from 'knex';

// Packages for learning systems: SCORM 2004, cmi5 and Common Cartridge beside SCORM 1.2.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table course_export drop constraint course_export_format_check;
    alter table course_export add constraint course_export_format_check
      check (format in ('markdown', 'pdf', 'epub', 'scorm', 'scorm_2004', 'cmi5', 'common_cartridge', 'zip'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from course_export where format in ('scorm_2004', 'cmi5', 'common_cartridge');
    alter table course_export drop constraint course_export_format_check;
    alter table course_export add constraint course_export_format_check check (format in ('markdown', 'pdf', 'epub', 'scorm', 'zip'));
  `);
}
