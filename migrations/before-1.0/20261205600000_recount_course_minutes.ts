import type { Knex } from 'knex';

const MINUTES = `(
  select sum(greatest(1, round(
           (regexp_count(lesson->>'content', '[[:alpha:]]+') + regexp_count(lesson->>'content', '[\u3040-\u30ff\u4e00-\u9fff]') / 2) / 225.0
           + jsonb_array_length(lesson->'quiz') + 5 * jsonb_array_length(lesson->'exercises'))))
    from jsonb_path_query(version.content, '$.modules[*].lessons[*]') lesson)`;

// Lists showed minutes that a service had planned before a lesson was written: four times what its text takes. From now on they are counted from
// the text when a version is written; this counts those that are there.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    update course set duration_minutes = coalesce(${MINUTES}, 0) from course_version version
     where version.course_id = course.id and version.number = course.current_version;
    update creator_course set duration_minutes = coalesce(${MINUTES}, 0) from publication_version version
     where version.creator_course_id = creator_course.id and version.number = creator_course.published_version;
    -- a course that no form has given a duration has its minutes in words
    update course set duration = case when duration_minutes < 60 then duration_minutes || ' min' when duration_minutes % 60 = 0 then duration_minutes / 60 || ' h'
                                      else duration_minutes / 60 || ' h ' || duration_minutes % 60 || ' min' end
     where duration ~ '^\\d+ (h|min)';
  `);
}
