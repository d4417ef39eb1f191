import type { Knex } from 'knex';

// Courses that leave the app: as files, and by a public link.
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
  await knex.raw(comments);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table course_share, course_export');
}

export const comments = `
  comment on table course_export is 'A course as a file for its owner, made by a run and kept for a week.';
  comment on column course_export.filename is 'Offered to the browser.';
  comment on column course_export.file_id is 'Null until it is written.';

  comment on table course_share is 'A course that whoever has its address may read, until the row is deleted.';
  comment on column course_share.token is 'Secret part of the address.';
`;
