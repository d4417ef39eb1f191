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
  await knex.raw(comments);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table lesson_translation, course_translation, text_proposal, interface_file, interface_text');
}

export const comments = `
  comment on table interface_text is 'A message of the interface in another language, bought once.';
  comment on column interface_text.source is 'The English message, ICU syntax.';
  comment on column interface_text.entry is 'The translation, ICU syntax.';
  comment on column interface_text.service is 'Who translated it; null: a person has proposed it.';

  comment on table interface_file is 'All messages of a language as they are served to browsers.';
  comment on column interface_file.hash is 'Of the body.';
  comment on column interface_file.release is 'Hash of the English messages it was made for.';
  comment on column interface_file.untranslated is 'Messages that are still English.';
  comment on column interface_file.is_current is 'It is what is served now.';

  comment on table text_proposal is 'A person''s better translation of a message; an operator decides.';

  comment on table course_translation is 'A course in another language: what belongs to no lesson.';
  comment on column course_translation.names is 'How names and terms are translated; null: nobody has looked for them yet.';
  comment on column course_translation.frame is 'Texts outside the lessons; null: not translated yet.';
  comment on column course_translation.frame_hash is 'Of the texts that frame translates.';
  comment on column course_translation.run_id is 'The run that translates it.';

  comment on table lesson_translation is
    'A lesson in another language, under the lesson''s own id; belongs to the course_translation of its course and language.';
  comment on column lesson_translation.source_hash is
    'Of the texts that were translated: a lesson that has changed since is shown in its own language.';
  comment on column lesson_translation.untranslated is 'Texts that stayed as they were.';
  comment on column lesson_translation.service is 'Who translated it.';
  comment on column lesson_translation.judged_by is 'The service that checked it.';
`;
