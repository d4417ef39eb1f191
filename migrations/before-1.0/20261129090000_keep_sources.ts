import type { Knex } from 'knex';

// Files and pages of a person from which courses are written. Once one is read its text is kept and its file is not.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table source (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      type text not null check (type in ('pdf', 'docx', 'pptx', 'epub', 'markdown', 'text', 'web')),
      name text not null,
      address text check ((address is not null) = (type = 'web')),
      -- until it is read
      file_id uuid references media_object,
      run_id uuid references run on delete set null,
      -- of the file; null while a page is not fetched
      sha256 text,
      -- how its words are looked for
      text_config regconfig not null default 'simple',
      pages integer,
      words integer not null default 0,
      ready_at timestamptz,
      created_at timestamptz not null default now()
    );
    create unique index source_once on source (account_id, sha256) where sha256 is not null;
    create index source_newest on source (account_id, created_at desc, id desc);
    create index source_file on source (file_id) where file_id is not null;
    create index source_run on source (run_id) where run_id is not null;

    create table source_passage (
      source_id uuid not null references source on delete cascade,
      number integer not null check (number > 0),
      page integer,
      headings text[] not null default '{}',
      -- where it begins in the source's text, in characters
      starts_at integer not null,
      body text not null,
      search tsvector not null,
      primary key (source_id, number)
    );
    create index source_passage_search on source_passage using gin (search);
  `);
}
