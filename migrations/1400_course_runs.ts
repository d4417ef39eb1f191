import type { Knex } from 'knex';

// Data of course-writing runs besides the run: the outline, its draft, and the lesson that is streaming; topics saved for later.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table course_run (
      run_id uuid primary key references run on delete cascade,
      plan jsonb,
      research jsonb,
      course_id uuid unique,
      target_course_id uuid references course on delete cascade,
      settled text check (settled in ('accepted', 'discarded')),
      approved_at timestamptz,
      accepted_lessons uuid[] not null default '{}'
    );
    create index run_for_creator_course on run ((request->>'creator_course_id')) where request->>'creator_course_id' is not null;
    create index course_run_by_target on course_run (target_course_id) where target_course_id is not null;

    create table outline_draft (
      run_id uuid primary key references run on delete cascade,
      version integer not null check (version >= 1),
      draft jsonb not null,
      updated_at timestamptz not null default now()
    );

    create table kept_topic (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      topic text not null,
      kept_at timestamptz not null default now(),
      unique (account_id, topic)
    );

    create table default_cast (
      role text primary key check (role in ('outline', 'lesson', 'practice', 'review')),
      service text not null check (service in ('claude', 'openai', 'grok', 'gemini')),
      model text,
      changed_at timestamptz not null default now(),
      changed_by uuid references account on delete set null
    );
    create index default_cast_by_account on default_cast (changed_by) where changed_by is not null;

    create unlogged table lesson_stream (
      step_id uuid primary key references step on delete cascade,
      fence integer not null,
      content text not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index run_for_creator_course; drop table lesson_stream, default_cast, kept_topic, outline_draft, course_run');
}
