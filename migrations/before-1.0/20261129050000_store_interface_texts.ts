import type { Knex } from 'knex';

// Sentences of the interface are bought once a language and kept by themselves, so that a release buys only its new ones; a file is all of them as it is served.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table interface_text (
      language text not null,
      source text not null,
      -- a text, or its forms by plural category
      entry jsonb not null,
      -- null: a person has proposed it
      service text,
      made_at timestamptz not null default now(),
      primary key (language, source)
    );
    create table interface_file (
      language text not null,
      hash text not null,
      release text not null,
      body text not null,
      untranslated integer not null,
      is_current boolean not null default true,
      made_at timestamptz not null default now(),
      primary key (language, hash)
    );
    create unique index interface_file_current on interface_file (language) where is_current;

    create table text_proposal (
      id uuid primary key,
      account_id uuid references account on delete set null,
      language text not null,
      source text not null,
      proposed text not null,
      state text not null default 'open' check (state in ('open', 'accepted', 'declined')),
      created_at timestamptz not null default now(),
      decided_at timestamptz,
      decided_by uuid references account on delete set null
    );
    create index text_proposal_open on text_proposal (created_at, id) where state = 'open';
    create index text_proposal_account on text_proposal (account_id) where account_id is not null;
    create index text_proposal_decider on text_proposal (decided_by) where decided_by is not null;
    create unique index text_proposal_once on text_proposal (account_id, language, source) where state = 'open';
  `);
}
