import type { Knex } from 'knex';

// A lesson stores the model that wrote it, as a fact of that time. Older lessons get it from the calls that wrote and reviewed them, as far
// as these still exist. An older release reads and writes lessons without it.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create temporary table authorship on commit drop as
      select distinct on (step.item_id, split_part(step.key, ':', 1), call.service)
             step.item_id::text as lesson_id, split_part(step.key, ':', 1) as part, call.service,
             jsonb_build_object('model', call.model, 'connection',
               case when call.model ~ '^(claude-|gpt-|grok-|gemini-|o[1-9])' then 'vendor' else 'own_server' end) as by
        from step join vendor_call call on call.id = step.call_id
       where step.job in ('write-lesson', 'review-lesson') and step.key ~ '^(lesson|review):' and step.state = 'completed' and step.item_id is not null
       order by step.item_id, split_part(step.key, ':', 1), call.service, step.finished_at desc;
    create index on authorship (lesson_id);
    analyze authorship;

    create function pg_temp.with_authors(lesson jsonb) returns jsonb language sql stable as $$
      select lesson
        || coalesce((select jsonb_build_object('written_with', by) from authorship
                      where lesson_id = lesson->>'lesson_id' and part = 'lesson' and service = lesson->>'written_by'), '{}')
        || coalesce((select jsonb_build_object('reviewed_with', by) from authorship
                      where lesson_id = lesson->>'lesson_id' and part = 'review' and service = lesson->>'reviewed_by'), '{}') $$;

    update course_version version set content = jsonb_set(version.content, '{modules}', (
      select jsonb_agg(module.value || jsonb_build_object('lessons', coalesce((
               select jsonb_agg(pg_temp.with_authors(lesson.value) order by lesson.place)
                 from jsonb_array_elements(module.value->'lessons') with ordinality lesson (value, place)), '[]')) order by module.place)
        from jsonb_array_elements(version.content->'modules') with ordinality module (value, place)))
     where version.lesson_ids && array(select lesson_id::uuid from authorship) and octet_length(version.content::text) < 2900000;
  `);
}

export async function down(): Promise<void> {
  // the field is optional, and an older release ignores it
}
