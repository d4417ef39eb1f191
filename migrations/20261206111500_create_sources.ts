import type { Knex } from 'knex';

// Documents that courses are written from, and their passages.
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
  await knex.raw(comments);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table run_source, source_passage, source');
}

export const comments = `
  comment on table source is
    'A person''s file or web page from which courses are written. Once it is read its text is kept and its file is not.';
  comment on column source.address is 'Of a web page.';
  comment on column source.file_id is 'Until it is read.';
  comment on column source.run_id is 'The run that reads it.';
  comment on column source.sha256 is 'Of the file, hex; null until a page is fetched.';
  comment on column source.text_config is 'PostgreSQL''s text search configuration of its language.';
  comment on column source.words is 'Number of words.';
  comment on column source.ready_at is 'It was read and can be used.';

  comment on table source_passage is 'A piece of a source''s text, found by search.';
  comment on column source_passage.number is 'From 1, in reading order.';
  comment on column source_passage.page is 'In the file, where it has pages.';
  comment on column source_passage.headings is 'The headings it stands under.';
  comment on column source_passage.starts_at is 'Where it begins in the source''s text, in characters.';
  comment on column source_passage.body is 'The text.';
  comment on column source_passage.search is 'Its words for the search (tsvector).';

  comment on table run_source is 'Which sources a course was written from. A source that is removed keeps its name here.';
  comment on column run_source.source_id is 'No key: the source may be gone.';
  comment on column run_source.place is 'Its order in the form.';
`;
