import type { Knex } from 'knex';

// An export is a run of the engine with a row for what it makes; its file is media, kept for a week.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table course_export (
      run_id uuid primary key references run on delete cascade,
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      format text not null check (format in ('markdown', 'pdf', 'epub', 'scorm', 'zip')),
      filename text not null,
      file_id uuid references media_object,
      created_at timestamptz not null default now()
    );
    create index course_export_newest on course_export (account_id, course_id, created_at desc);
    create index course_export_of_course on course_export (course_id);
    create index course_export_age on course_export (created_at);
    create index course_export_file on course_export (file_id) where file_id is not null;
  `);
}
