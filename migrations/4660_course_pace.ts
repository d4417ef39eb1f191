import type { Knex } from 'knex';

/** The function as it was before, with what it returns besides. */
const contents = (more: string) => `
    create or replace function course_contents(content jsonb) returns jsonb language sql immutable parallel safe as $$
      select jsonb_build_object('language', left(content->>'language', 60), 'modules', coalesce((
        select jsonb_agg(jsonb_build_object('title', left(module.value->>'title', 500), 'lessons', coalesce((
                 select jsonb_agg(jsonb_build_object('lesson_id', left(lesson.value->>'lesson_id', 60), 'title', left(lesson.value->>'title', 500),
                                    'questions', (select count(*) from jsonb_path_query(lesson.value, '$.quiz[*]') item
                                                   where item->>'kind' is distinct from 'short'),
                                    'has_practice', jsonb_path_exists(lesson.value, '$.quiz[*]')
                                                      or jsonb_path_exists(lesson.value, '$.exercises[*]')) order by lesson.place)
                   from jsonb_path_query(module.value, '$.lessons[*]') with ordinality lesson (value, place)), '[]')) order by module.place)
          from jsonb_path_query(content, '$.modules[*]') with ordinality module (value, place)), '[]'))${more} $$;`;

// Lists and reminders say which day of its pace a course has come to, without reading its whole text. Versions from before have no pace.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    contents(`
        || case when jsonb_typeof(content->'plan'->'pace') = 'object' then jsonb_build_object('pace', content->'plan'->'pace') else '{}' end`),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(contents(''));
}
