import type { Knex } from 'knex';

const FORMATS = "'markdown', 'pdf', 'epub', 'scorm', 'scorm_2004', 'cmi5', 'common_cartridge', 'zip'";

// The formats of exports are rows of a table, which every start completes from the product's own list: a further format needs no migration.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table export_format (name text primary key);
    insert into export_format (name) select unnest(array[${FORMATS}]);
    alter table course_export drop constraint course_export_format_check,
      add constraint course_export_format_known foreign key (format) references export_format (name);
  `);
}

export async function down(knex: Knex): Promise<void> {
  // files of later formats cannot be listed any more
  await knex.raw(`
    delete from course_export where format not in (${FORMATS});
    alter table course_export drop constraint course_export_format_known,
      add constraint course_export_format_check check (format in (${FORMATS}));
    drop table export_format;
  `);
}
