import type { Knex } from 'knex';

// The interface's texts in all languages, and courses in other languages.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table interface_text (
      language text not null,
      source text not null,
      entry jsonb not null,
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
    create index text_proposal_account on text_proposal (account_id) where account_id is not null;
    create index text_proposal_decider on text_proposal (decided_by) where decided_by is not null;
    create unique index text_proposal_once on text_proposal (account_id, language, source) where state = 'open';
    create index text_proposal_open on text_proposal (created_at, id) where state = 'open';

    create table course_translation (
      course_id uuid not null references course on delete cascade,
      language text not null,
      names jsonb,
      frame jsonb,
      frame_hash text,
      run_id uuid references run on delete set null,
      made_at timestamptz not null default now(),
      primary key (course_id, language)
    );
    create index course_translation_run on course_translation (run_id) where run_id is not null;

    create table lesson_translation (
      course_id uuid not null,
      language text not null,
      lesson_id uuid not null,
      source_hash text not null,
      texts jsonb not null,
      untranslated integer not null default 0,
      service text not null,
      judged_by text,
      made_at timestamptz not null default now(),
      primary key (course_id, language, lesson_id),
      constraint lesson_translation_course_id_language_fkey foreign key (course_id, language) references course_translation(course_id,
        language) on delete cascade
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table lesson_translation, course_translation, text_proposal, interface_file, interface_text');
}
