import type { Knex } from 'knex';

// A creator's course gets a text that can be published; people who take it get a copy of their own, which stays when its creator goes.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists pg_trgm;

    create function market_search_text(title text, description text, tags text[]) returns text language sql immutable parallel safe as
      $$ select lower(title || ' ' || array_to_string(tags, ' ') || ' ' || description) $$;

    alter table creator_course
      add column course_id uuid references course on delete set null,
      add column preview_lessons uuid[] not null default '{}',
      add column language text,
      add column age_group text,
      add column lesson_count integer not null default 0,
      add column duration_minutes integer not null default 0,
      add column published_version integer,
      add column published_at timestamptz,
      add column renewed_at timestamptz,
      add column rights_confirmed_at timestamptz,
      add column taken_down_reason text,
      add column students integer not null default 0 check (students >= 0),
      add column rating_count integer not null default 0 check (rating_count >= 0),
      add column rating_sum integer not null default 0 check (rating_sum >= 0),
      add column search_text text generated always as (market_search_text(title, description, tags)) stored;
    alter table creator_course drop constraint creator_course_status_check;
    alter table creator_course add constraint creator_course_status_check check (status in ('draft', 'published', 'archived'));
    create index market_search on creator_course using gin (search_text gin_trgm_ops) where status = 'published';
    create index market_newest on creator_course (published_at desc, id desc) where status = 'published';
    create index creator_course_content on creator_course (course_id) where course_id is not null;

    create table publication_version (
      creator_course_id uuid not null references creator_course on delete cascade,
      number integer not null,
      content jsonb not null,
      published_at timestamptz not null default now(),
      primary key (creator_course_id, number)
    );

    create table enrolment (
      account_id uuid not null references account on delete cascade,
      -- no key: whoever has taken a course has it when its creator is gone
      creator_course_id uuid not null,
      course_id uuid unique references course on delete set null,
      version integer not null,
      order_id uuid references billing_order on delete set null,
      paid_cents integer not null default 0 check (paid_cents >= 0),
      shares_progress boolean not null default false,
      created_at timestamptz not null default now(),
      refunded_at timestamptz,
      primary key (account_id, creator_course_id)
    );
    create index enrolment_of_course on enrolment (creator_course_id, created_at desc, account_id);
    create index enrolment_of_order on enrolment (order_id) where order_id is not null;

    alter table course add column enrolled_from uuid;
    alter table course_version drop constraint course_version_kind_check;
    alter table course_version add constraint course_version_kind_check
      check (kind in ('generated', 'regenerated', 'edited', 'restored', 'completed', 'enrolled', 'updated'));

    create table course_rating (
      account_id uuid not null references account on delete cascade,
      creator_course_id uuid not null references creator_course on delete cascade,
      stars smallint not null check (stars between 1 and 5),
      text text not null default '' check (char_length(text) <= 2000),
      answer text check (char_length(answer) between 1 and 2000),
      answered_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (account_id, creator_course_id)
    );
    create index course_rating_recent on course_rating (creator_course_id, updated_at desc, account_id);

    -- the figures beside a course follow its rows, also when an account that rated or learned goes
    create function count_course_rating() returns trigger language plpgsql as $$
    begin
      update creator_course
         set rating_count = rating_count + (tg_op = 'INSERT')::int - (tg_op = 'DELETE')::int,
             rating_sum = rating_sum + (case when tg_op = 'DELETE' then 0 else new.stars end) - (case when tg_op = 'INSERT' then 0 else old.stars end)
       where id = (case when tg_op = 'DELETE' then old.creator_course_id else new.creator_course_id end);
      return null;
    end $$;
    create trigger course_rating_counted after insert or update of stars or delete on course_rating
      for each row execute function count_course_rating();
    create function count_student() returns trigger language plpgsql as $$
    begin
      update creator_course
         set students = students + (case when tg_op <> 'DELETE' and new.refunded_at is null then 1 else 0 end)
                                 - (case when tg_op <> 'INSERT' and old.refunded_at is null then 1 else 0 end)
       where id = (case when tg_op = 'DELETE' then old.creator_course_id else new.creator_course_id end);
      return null;
    end $$;
    create trigger enrolment_counted after insert or update of refunded_at or delete on enrolment
      for each row execute function count_student();

    create table course_view_day (
      creator_course_id uuid not null references creator_course on delete cascade,
      day date not null,
      views integer not null default 0,
      primary key (creator_course_id, day)
    );

    create table course_report (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      creator_course_id uuid not null references creator_course on delete cascade,
      reason text not null check (reason in ('rights', 'false', 'harmful', 'spam', 'other')),
      text text not null default '' check (char_length(text) <= 2000),
      created_at timestamptz not null default now(),
      decided_at timestamptz,
      decision text check (decision in ('taken_down', 'dismissed')),
      unique (account_id, creator_course_id)
    );
    create index course_report_open on course_report (created_at, id) where decided_at is null;
  `);
}
