import type { Knex } from 'knex';

// Lists of courses tell modules, objectives and insights: a course's row has them without the text of the lessons, as it has its other figures.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table course add column outline jsonb;
    update course set outline = jsonb_build_object(
      'modules', coalesce((
        select jsonb_agg(jsonb_build_object(
                 'title', module->'title',
                 'lessons', coalesce((select jsonb_agg(jsonb_build_object('title', lesson->'title', 'objectives', lesson->'objectives') order by l)
                                        from jsonb_array_elements(module->'lessons') with ordinality lessons(lesson, l)), '[]'))
                 order by m)
          from jsonb_array_elements(live.content->'modules') with ordinality modules(module, m)), '[]'),
      'learning_objectives', live.content->'learning_objectives',
      'expert_insights', live.content->'expert_insights')
      from course_version live
     where live.course_id = course.id and live.number = course.current_version;
    alter table course alter column outline set not null;
  `);
}
