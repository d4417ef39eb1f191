import type { Knex } from 'knex';

// Documents from which courses are written, and their passages.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table source (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      type text not null check (type in ('pdf', 'docx', 'pptx', 'epub', 'markdown', 'text', 'web')),
      name text not null,
      address text,
      file_id uuid references media_object,
      run_id uuid references run on delete set null,
      sha256 text,
      text_config regconfig not null default 'simple',
      pages integer,
      words integer not null default 0,
      ready_at timestamptz,
      created_at timestamptz not null default now(),
      check ((address is not null) = (type = 'web'))
    );
    create index source_file on source (file_id) where file_id is not null;
    create index source_newest on source (account_id, created_at desc, id desc);
    create unique index source_once on source (account_id, sha256) where sha256 is not null;
    create unique index source_page_once on source (account_id, address) where address is not null;
    create index source_run on source (run_id) where run_id is not null;

    create table source_passage (
      source_id uuid not null references source on delete cascade,
      number integer not null check (number > 0),
      page integer,
      headings text[] not null default '{}',
      starts_at integer not null,
      body text not null,
      search tsvector not null,
      primary key (source_id, number)
    );
    create index source_passage_search on source_passage using gin (search);

    create table run_source (
      run_id uuid not null references run on delete cascade,
      source_id uuid not null,
      name text not null,
      place integer not null,
      primary key (run_id, source_id)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table run_source, source_passage, source');
}
