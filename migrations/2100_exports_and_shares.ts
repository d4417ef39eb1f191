import type { Knex } from 'knex';

// Courses outside the app: exported files and public links.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table course_export (
      run_id uuid primary key references run on delete cascade,
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      format text not null check (format in ('markdown', 'pdf', 'epub', 'scorm', 'scorm_2004', 'cmi5', 'common_cartridge', 'zip')),
      filename text not null,
      file_id uuid references media_object,
      created_at timestamptz not null default now()
    );
    create index course_export_age on course_export (created_at);
    create index course_export_file on course_export (file_id) where file_id is not null;
    create index course_export_newest on course_export (account_id, course_id, created_at desc);
    create index course_export_of_course on course_export (course_id);

    create table course_share (
      course_id uuid primary key references course on delete cascade,
      account_id uuid not null references account on delete cascade,
      token text not null unique,
      created_at timestamptz not null default now()
    );
    create index course_share_of_account on course_share (account_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table course_share, course_export');
}
