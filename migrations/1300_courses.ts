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
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table lesson_text, saved_course, lesson_pin, course_version, course;
    drop function course_search_text(text, jsonb);
  `);
}
