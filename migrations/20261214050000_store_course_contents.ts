import type { Knex } from 'knex';

// Lists and public pages showed the names of a course's lessons by reading its whole text, which a stranger's file could make as large as it
// liked. The names are stored beside it, by the store itself, so that no way in can forget them; and no version is larger than the bounds of
// `contract/courses/stored-course.ts` allow. The store's text of a JSON document has more blanks than the one that is counted there.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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

    create function note_course_contents() returns trigger language plpgsql as $$
      begin
        if octet_length(new.content::text) > 3000000 then
          raise exception 'a version of a course is too large' using errcode = 'program_limit_exceeded';
        end if;
        new.contents := course_contents(new.content);
        return new;
      end $$;

    alter table course_version add column contents jsonb;
    alter table publication_version add column contents jsonb, add column minutes integer[];
    update course_version set contents = course_contents(content);
    update publication_version set contents = course_contents(content);
    create trigger contents_noted before insert or update of content on course_version for each row execute function note_course_contents();
    create trigger contents_noted before insert or update of content on publication_version for each row execute function note_course_contents();
    comment on column course_version.contents is 'Language, modules and names of lessons, for lists; written by a trigger.';
    comment on column publication_version.contents is 'Language, modules and names of lessons, for the market; written by a trigger.';
    comment on column publication_version.minutes is 'How long each lesson takes, in reading order; null: nobody has looked yet.';

    -- what was stored before there were bounds: its owner can read and delete it, but nobody else gets it
    update course set title = left(title, 500), description = left(description, 5000),
           outline = jsonb_build_object(
             'modules', (select coalesce(jsonb_agg(jsonb_build_object('title', left(module->>'title', 60), 'lessons',
                                  (select coalesce(jsonb_agg(jsonb_build_object('title', left(lesson->>'title', 60), 'objectives', '[]'::jsonb) order by l), '[]')
                                     from jsonb_path_query(module, '$.lessons[*]') with ordinality lessons (lesson, l))) order by m), '[]')
                           from jsonb_path_query(outline, '$.modules[*]') with ordinality modules (module, m)),
             'learning_objectives', (select coalesce(jsonb_agg(left(point, 300) order by place), '[]')
                                       from jsonb_array_elements_text(outline->'learning_objectives') with ordinality points (point, place) where place <= 12),
             'expert_insights', (select coalesce(jsonb_agg(left(point, 300) order by place), '[]')
                                   from jsonb_array_elements_text(outline->'expert_insights') with ordinality points (point, place) where place <= 12))
     where octet_length(outline::text) > 64000 or char_length(title) > 500 or char_length(description) > 5000;
    delete from course_share share using course, course_version live
     where course.id = share.course_id and live.course_id = course.id and live.number = course.current_version and octet_length(live.content::text) > 3000000;
    update creator_course c set status = 'archived' from publication_version published
     where c.status = 'published' and published.creator_course_id = c.id and published.number = c.published_version
       and octet_length(published.content::text) > 3000000;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger contents_noted on publication_version;
    drop trigger contents_noted on course_version;
    alter table publication_version drop column contents, drop column minutes;
    alter table course_version drop column contents;
    drop function note_course_contents();
    drop function course_contents(jsonb);
  `);
}
