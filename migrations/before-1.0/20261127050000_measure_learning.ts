import type { Knex } from 'knex';

// Minutes in which somebody was really learning, what they have achieved and what they aim at. A course that was completed once stays so.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table activity_minute (
      account_id uuid not null references account on delete cascade,
      at timestamptz not null check (at = date_trunc('minute', at)),
      course_id uuid references course on delete set null,
      primary key (account_id, at)
    );
    create index activity_minute_course on activity_minute (course_id) where course_id is not null;

    create table course_completion (
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      completed_at timestamptz not null default now(),
      primary key (account_id, course_id)
    );
    create index course_completion_course on course_completion (course_id);
    insert into course_completion (account_id, course_id, completed_at)
      select course.account_id, course.id, done.last
        from course
        join lateral (select count(*) as n, max(completed_at) as last from lesson_completion c
                       where c.account_id = course.account_id and c.course_id = course.id) done on done.n >= course.lesson_count
       where course.lesson_count > 0;
    create index lesson_completion_when on lesson_completion (account_id, completed_at);

    create table achievement (
      account_id uuid not null references account on delete cascade,
      achievement text not null,
      awarded_at timestamptz not null default now(),
      primary key (account_id, achievement)
    );

    create table learning_goal (
      account_id uuid not null references account on delete cascade,
      -- 'week', or the course that is to be completed
      subject text not null,
      course_id uuid references course on delete cascade,
      minutes integer check (minutes between 5 and 6000),
      due_on date,
      created_at timestamptz not null default now(),
      primary key (account_id, subject),
      check ((course_id is null) = (minutes is not null)),
      check ((course_id is null) = (due_on is null))
    );
    create index learning_goal_course on learning_goal (course_id) where course_id is not null;
  `);
}
