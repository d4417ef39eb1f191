import type { Knex } from 'knex';

// Courses and their versions, the visible text of their lessons, and their owners' marks. A course is found by words of its title and of
// its lessons' titles, ignoring case and accents.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- what is searched is folded once, when it is written; a text of ASCII characters has no marks to take out
    create function folded_text(text text) returns text language sql immutable parallel safe
    as $$ select case when octet_length(text) = char_length(text) then lower(text) else lower(normalize(regexp_replace(normalize(text, nfd),
  '[\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff]|[\\u0300-\\u036f\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed]',
  '', 'g'), nfc)) end $$;

    create function course_search_text(title text, outline jsonb) returns text language sql immutable parallel safe
    as $$ select folded_text(title || ' ' || jsonb_path_query_array(outline, '$.modules[*].lessons[*].title')::text) $$;

    -- lists and public pages show the names of lessons without reading the whole text, which no way in can make larger than
    -- contract/courses/stored-course.ts allows; the store's text of a JSON document has more blanks than the one that is counted there
    create function course_contents(content jsonb) returns jsonb language sql immutable parallel safe as $$
      select jsonb_build_object('language', left(content->>'language', 60), 'modules', coalesce((
        select jsonb_agg(jsonb_build_object('title', left(module.value->>'title', 500), 'lessons', coalesce((
                 select jsonb_agg(jsonb_build_object('lesson_id', left(lesson.value->>'lesson_id', 60), 'title', left(lesson.value->>'title', 500),
                                    'questions', (select count(*) from jsonb_path_query(lesson.value, '$.quiz[*]') item
                                                   where item->>'kind' is distinct from 'short'),
                                    'has_practice', jsonb_path_exists(lesson.value, '$.quiz[*]')
                                                      or jsonb_path_exists(lesson.value, '$.exercises[*]')) order by lesson.place)
                   from jsonb_path_query(module.value, '$.lessons[*]') with ordinality lesson (value, place)), '[]')) order by module.place)
          from jsonb_path_query(content, '$.modules[*]') with ordinality module (value, place)), '[]')) $$;

    create function course_lesson_ids(contents jsonb) returns uuid[] language sql immutable parallel safe return (
      array(select (lesson #>> '{}')::uuid from jsonb_path_query(contents, '$.modules[*].lessons[*].lesson_id') lesson));

    create function note_course_contents() returns trigger language plpgsql as $$
      begin
        if octet_length(new.content::text) > 3000000 then
          raise exception 'a version of a course is too large' using errcode = 'program_limit_exceeded';
        end if;
        new.contents := course_contents(new.content);
        return new;
      end $$;

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
      assigned_from uuid,
      is_imported boolean not null default false,
      has_final_test boolean not null default false,
      search_text text generated always as (course_search_text(title, outline)) stored,
      list_text text generated always as (folded_text(title || ' ' || description)) stored
    );
    create index course_by_account on course (account_id, created_at desc, id desc);
    create index course_newest on course (created_at desc, id desc);
    create index course_title_text on course using gin (lower(title) gin_trgm_ops);

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
      contents jsonb,
      lesson_ids uuid[] generated always as (course_lesson_ids(contents)) stored,
      primary key (course_id, number)
    );
    create trigger contents_noted before insert or update of content on course_version for each row execute function note_course_contents();
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
    drop function note_course_contents(), course_lesson_ids(jsonb), course_contents(jsonb), course_search_text(text, jsonb), folded_text(text);
    drop function if exists folded_beyond_ascii(text);
  `);
}
