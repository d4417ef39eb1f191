import type { Knex } from 'knex';

// What runs that write courses have besides a run: the outline, its draft, and the lesson that is arriving.
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
    create index course_run_by_target on course_run (target_course_id) where target_course_id is not null;

    create table outline_draft (
      run_id uuid primary key references run on delete cascade,
      version integer not null check (version >= 1),
      draft jsonb not null,
      updated_at timestamptz not null default now()
    );

    create unlogged table lesson_stream (
      step_id uuid primary key references step on delete cascade,
      fence integer not null,
      content text not null
    );
  `);
  await knex.raw(comments);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table lesson_stream, outline_draft, course_run');
}

export const comments = `
  comment on table course_run is 'What runs that write courses and lessons have besides run.';
  comment on column course_run.plan is 'The outline that is written, once there is one.';
  comment on column course_run.research is 'What was found out about the topic before.';
  comment on column course_run.course_id is 'The course it has made.';
  comment on column course_run.target_course_id is 'The course whose lessons it rewrites.';
  comment on column course_run.settled is 'A finished proposal was accepted or discarded.';
  comment on column course_run.approved_at is 'The learner accepted the outline.';
  comment on column course_run.accepted_lessons is 'Lessons of a proposal that are live already.';

  comment on table outline_draft is
    'What a learner has made so far of an outline that waits for their approval; deleted when it is accepted or its run ends.';
  comment on column outline_draft.version is
    'Grows with each save. A save names the version it is based on: two devices do not overwrite each other.';

  comment on table lesson_stream is
    'What a service has sent so far of the lesson it is writing. Unlogged: after a crash of the database the next chunk fills it '
    'again.';
  comment on column lesson_stream.fence is 'Of the claim that writes: a later one''s text replaces an earlier one''s.';
`;
