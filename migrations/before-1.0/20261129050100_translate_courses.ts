import type { Knex } from 'knex';

// A course has many languages and stays one course: texts of a lesson in a language lie beside it under the lesson's own id, with a fingerprint of what was translated.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table course_translation (
      course_id uuid not null references course on delete cascade,
      language text not null,
      -- how names and terms are translated; null: nobody has looked for them yet
      names jsonb,
      -- texts of the course that are in no lesson; null: not translated yet
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
      -- texts that stayed as they were
      untranslated integer not null default 0,
      service text not null,
      judged_by text,
      made_at timestamptz not null default now(),
      primary key (course_id, language, lesson_id),
      foreign key (course_id, language) references course_translation on delete cascade
    );
  `);
}
