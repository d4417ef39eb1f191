import type { Knex } from 'knex';

// Courses and their versions, the visible text of their lessons, and what an owner marked. A course is found by words of its title and
// of its lessons' titles, whatever their case and accents.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function course_search_text(title text, outline jsonb) returns text language sql immutable parallel safe
    as $$ select lower(normalize(regexp_replace(normalize(title || ' ' || jsonb_path_query_array(outline, '$.modules[*].lessons[*].title')::text, nfd),
  '[\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff]|[\\u0300-\\u036f\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed]',
  '', 'g'), nfc)) $$;

    create table course (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      run_id uuid unique references run on delete set null,
      current_version integer not null default 1,
      title text not null,
      description text not null,
      difficulty text not null,
      duration text not null,
      age_group text not null,
      module_count integer not null,
      lesson_count integer not null,
      duration_minutes integer not null,
      quality_level text not null check (quality_level in ('high', 'standard', 'partial')),
      created_at timestamptz not null default now(),
      outline jsonb not null,
      enrolled_from uuid,
      has_final_test boolean not null default false,
      search_text text generated always as (course_search_text(title, outline)) stored
    );
    create index course_by_account on course (account_id, created_at desc, id desc);

    create table course_version (
      course_id uuid not null references course on delete cascade,
      number integer not null,
      content jsonb not null,
      created_at timestamptz not null default now(),
      kind text not null default 'generated' check (kind in ('generated', 'regenerated', 'edited', 'restored', 'completed', 'enrolled',
        'updated')),
      changed_lessons uuid[] not null default '{}',
      edit_session uuid,
      run_id uuid references run on delete set null,
      operator_reason text,
      primary key (course_id, number)
    );
    create unique index course_version_one_per_run on course_version (course_id, run_id)
      where run_id is not null and kind <> 'regenerated';

    create table lesson_pin (
      course_id uuid not null references course on delete cascade,
      lesson_id uuid not null,
      pinned_at timestamptz not null default now(),
      primary key (course_id, lesson_id)
    );

    create table saved_course (
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      saved_at timestamptz not null default now(),
      primary key (account_id, course_id)
    );
    create index saved_course_course on saved_course (course_id);
    create index saved_course_recent on saved_course (account_id, saved_at desc, course_id desc);

    create table lesson_text (
      course_id uuid not null references course on delete cascade,
      content_hash text not null,
      text text not null,
      is_plain boolean not null,
      primary key (course_id, content_hash)
    );
  `);
  await knex.raw(comments);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table lesson_text, saved_course, lesson_pin, course_version, course;
    drop function course_search_text(text, jsonb);
  `);
}

export const comments = `
  comment on table course is 'A learner''s course: the figures for lists. The text is in course_version, read through current.';
  comment on column course.run_id is 'The run that wrote it; null for a copy or an import.';
  comment on column course.outline is 'Modules, objectives and insights for lists, without the text of lessons.';
  comment on column course.enrolled_from is
    'The published course (creator_course) that it is a copy of. No key: the copy stays when that is gone.';
  comment on column course.has_final_test is 'The certificate requires a passed final test.';
  comment on column course.search_text is 'Folded titles of the course and its lessons, for searches; generated.';

  comment on table course_version is
    'The text of a course as it was at one time; never overwritten. The live one is course.current_version.';
  comment on column course_version.kind is 'What made it.';
  comment on column course_version.changed_lessons is 'Lessons that differ from the version before.';
  comment on column course_version.edit_session is 'Edits of one session at a screen make one version.';
  comment on column course_version.run_id is 'The run that wrote it.';
  comment on column course_version.operator_reason is 'The operators'' batch that changed it, for the course''s history.';

  comment on table lesson_pin is 'A lesson that its owner has pinned: rewriting leaves it alone.';

  comment on table saved_course is 'A bookmark: a course on an account''s saved list.';

  comment on table lesson_text is
    'The visible text of a lesson''s Markdown, made once in a restricted process because parsing can be made slow.';
  comment on column lesson_text.content_hash is 'Of the Markdown.';
  comment on column lesson_text.is_plain is 'The Markdown could not be parsed within the limits: text is the Markdown itself.';
`;
