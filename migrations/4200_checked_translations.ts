import type { Knex } from 'knex';

// A translation is shown and charged only when rules and a judge have found it faithful. Translations stored before count as faithful until
// the rules have checked them once (`checked_at`). An older release writes rows without these columns, which are checked like old ones.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table lesson_translation
      alter column texts drop not null,
      add column verdict text not null default 'faithful' check (verdict in ('pending', 'faithful', 'unfaithful')),
      add column flaw text,
      add column checked_at timestamptz,
      add column run_id uuid references run on delete set null,
      add column self_judged boolean not null default false;
    create index lesson_translation_run on lesson_translation (run_id) where run_id is not null;
    create index lesson_translation_unchecked on lesson_translation (course_id, language, lesson_id) where checked_at is null;

    alter table course_translation add column frame_checked_at timestamptz;
    create index course_translation_unchecked on course_translation (course_id, language) where frame is not null and frame_checked_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from lesson_translation where verdict <> 'faithful' or texts is null;
    drop index lesson_translation_unchecked;
    drop index lesson_translation_run;
    alter table lesson_translation
      drop column self_judged, drop column run_id, drop column checked_at, drop column flaw, drop column verdict,
      alter column texts set not null;
    drop index course_translation_unchecked;
    alter table course_translation drop column frame_checked_at;
  `);
}
