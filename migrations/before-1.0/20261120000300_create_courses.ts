import type { Knex } from 'knex';

// A course is what a run made; its content is versioned and never overwritten. One course per run, by key.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
      quality_level text not null check (quality_level in ('high','standard','partial')),
      created_at timestamptz not null default now()
    );
    create index course_by_account on course (account_id, created_at desc, id desc);

    create table course_version (
      course_id uuid not null references course on delete cascade,
      number integer not null,
      content jsonb not null,
      created_at timestamptz not null default now(),
      primary key (course_id, number)
    );

    create table saved_course (
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      saved_at timestamptz not null default now(),
      primary key (account_id, course_id)
    );
    create index saved_course_recent on saved_course (account_id, saved_at desc, course_id desc);
    create index saved_course_course on saved_course (course_id);
  `);
}
