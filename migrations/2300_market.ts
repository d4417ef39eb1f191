import type { Knex } from 'knex';

// Creators' courses: publications, sales, ratings and questions. The market is searched by words of published courses; the number of
// students and the sum of ratings follow from their rows.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table creator_course (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      title text not null check (char_length(title) between 1 and 200),
      description text not null check (char_length(description) between 1 and 5000),
      category text check (category in ('business', 'technology', 'creative', 'personal', 'academic')),
      price_cents integer not null default 0 check (price_cents between 0 and 999999),
      difficulty text not null default 'beginner' check (difficulty in ('beginner', 'intermediate', 'advanced')),
      hours numeric(6,2) check (hours > 0 and hours <= 1000),
      objectives text not null default '',
      tags text[] not null default '{}',
      prerequisites text not null default '',
      status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
      version integer not null default 1,
      client_key text,
      request_hash text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      course_id uuid references course on delete set null,
      preview_lessons uuid[] not null default '{}',
      language text,
      age_group text,
      lesson_count integer not null default 0,
      duration_minutes integer not null default 0,
      published_version integer,
      published_at timestamptz,
      renewed_at timestamptz,
      rights_confirmed_at timestamptz,
      taken_down_reason text,
      students integer not null default 0 check (students >= 0),
      rating_count integer not null default 0 check (rating_count >= 0),
      rating_sum integer not null default 0 check (rating_sum >= 0),
      search_text text not null default '',
      has_final_test boolean not null default false,
      published_course_id uuid references course on delete set null,
      unique (account_id, client_key)
    );
    create index creator_course_content on creator_course (course_id) where course_id is not null;
    create index creator_course_list on creator_course (account_id, created_at desc, id desc);
    create index creator_course_list_by_status on creator_course (account_id, status, created_at desc, id desc);
    create index creator_course_published_content on creator_course (published_course_id) where published_course_id is not null;
    create index market_cheapest on creator_course (price_cents, students desc, id desc) where status = 'published';
    create index market_facets on creator_course (category, difficulty, language, price_cents, duration_minutes, rating_count,
      rating_sum)
      where status = 'published';
    create index market_newest on creator_course (published_at desc, id desc) where status = 'published';
    create index market_popular on creator_course (students desc, rating_sum desc, id desc) where status = 'published';
    create index market_rated on creator_course ((case
      when rating_count = 0 then 0 else rating_sum::double precision / rating_count::double precision end) desc, rating_count desc,
      id desc)
      where status = 'published';
    create index market_search on creator_course using gin (search_text gin_trgm_ops) where status = 'published';

    create table publication_version (
      creator_course_id uuid not null references creator_course on delete cascade,
      number integer not null,
      content jsonb not null,
      published_at timestamptz not null default now(),
      contents jsonb,
      minutes integer[],
      primary key (creator_course_id, number)
    );
    create trigger contents_noted before insert or update of content on publication_version for each row execute function note_course_contents();

    create table course_view_day (
      creator_course_id uuid not null references creator_course on delete cascade,
      day date not null,
      views integer not null default 0,
      primary key (creator_course_id, day)
    );

    create table market_word (
      word text primary key
    );
    create index market_word_alike on market_word using gin (word gin_trgm_ops);

    create table market_code (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      creator_course_id uuid references creator_course on delete cascade,
      code text not null check (code ~ '^[A-Z0-9]{3,20}$'),
      percent smallint not null check (percent between 5 and 90),
      max_uses integer check (max_uses between 1 and 100000),
      expires_at timestamptz,
      ended_at timestamptz,
      created_at timestamptz not null default now(),
      unique (account_id, code)
    );
    create index market_code_of_course on market_code (creator_course_id) where creator_course_id is not null;
    create index market_code_recent on market_code (account_id, created_at desc, id desc);

    create table market_code_use (
      order_id uuid primary key references billing_order on delete cascade,
      code_id uuid not null references market_code on delete cascade,
      list_cents integer not null check (list_cents > 0),
      created_at timestamptz not null default now()
    );
    create index market_code_used on market_code_use (code_id, created_at);

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
    create index course_report_of_course on course_report (creator_course_id) where decided_at is null;
    create index course_report_open on course_report (created_at, id) where decided_at is null;

    create table enrolment (
      account_id uuid not null references account on delete cascade,
      -- no foreign key: whoever has taken a course has it when its creator is gone
      creator_course_id uuid not null,
      course_id uuid unique references course on delete set null,
      version integer not null,
      order_id uuid references billing_order on delete set null,
      paid_cents integer not null default 0 check (paid_cents >= 0),
      shares_progress boolean not null default false,
      created_at timestamptz not null default now(),
      refunded_at timestamptz,
      student_id uuid not null default gen_random_uuid(),
      receives_messages boolean not null default true,
      satisfaction smallint check (satisfaction between 1 and 5),
      satisfaction_at timestamptz,
      primary key (account_id, creator_course_id),
      constraint enrolment_satisfaction_dated check ((satisfaction is null) = (satisfaction_at is null))
    );
    create index enrolment_of_course on enrolment (creator_course_id, created_at desc, account_id);
    create index enrolment_of_order on enrolment (order_id) where order_id is not null;
    create unique index enrolment_student on enrolment (student_id);

    create table course_rating (
      account_id uuid not null references account on delete cascade,
      creator_course_id uuid not null references creator_course on delete cascade,
      stars smallint not null check (stars between 1 and 5),
      text text not null default '' check (char_length(text) <= 2000),
      answer text check (char_length(answer) between 1 and 2000),
      answered_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      id uuid not null default gen_random_uuid(),
      primary key (account_id, creator_course_id)
    );
    create unique index course_rating_by_id on course_rating (id);
    create index course_rating_recent on course_rating (creator_course_id, updated_at desc, account_id);

    create table lesson_question (
      id uuid primary key,
      creator_course_id uuid not null references creator_course on delete cascade,
      lesson_id uuid not null,
      account_id uuid not null references account on delete cascade,
      text text not null check (char_length(text) between 1 and 2000),
      answer text check (char_length(answer) between 1 and 2000),
      answered_at timestamptz,
      created_at timestamptz not null default now(),
      check ((answer is null) = (answered_at is null))
    );
    create index lesson_question_beside on lesson_question (creator_course_id, lesson_id, created_at desc);
    create index lesson_question_of_asker on lesson_question (account_id, created_at desc);
    create index lesson_question_recent on lesson_question (creator_course_id, created_at desc, id desc);

    create table course_message (
      id uuid primary key,
      creator_course_id uuid not null references creator_course on delete cascade,
      account_id uuid not null references account on delete cascade,
      subject text not null check (char_length(subject) between 1 and 120),
      text text not null check (char_length(text) between 1 and 2000),
      recipients integer not null,
      sent_at timestamptz not null default now()
    );
    create index course_message_of_sender on course_message (account_id, sent_at desc);
    create index course_message_recent on course_message (creator_course_id, sent_at desc, id desc);

    create table course_message_to (
      message_id uuid not null references course_message on delete cascade,
      account_id uuid not null references account on delete cascade,
      told_at timestamptz,
      attempts smallint not null default 0,
      due_at timestamptz not null default now(),
      given_up_at timestamptz,
      last_error text,
      primary key (account_id, message_id)
    );
    create index course_message_due on course_message_to (due_at) where told_at is null and given_up_at is null;
    create index course_message_receivers on course_message_to (message_id);

    -- figures beside a course follow its rows, also when an account that rated or learned is deleted
    create function count_course_rating() returns trigger language plpgsql as $$
    begin
      update creator_course
         set rating_count = rating_count + (tg_op = 'INSERT')::int - (tg_op = 'DELETE')::int,
             rating_sum = rating_sum + (case when tg_op = 'DELETE' then 0 else new.stars end) - (case when tg_op = 'INSERT' then 0 else old.stars end)
       where id = (case when tg_op = 'DELETE' then old.creator_course_id else new.creator_course_id end);
      return null;
    end $$;
    create trigger course_rating_counted after insert or delete or update of stars on course_rating
      for each row execute function count_course_rating();

    create function count_student() returns trigger language plpgsql as $$
    begin
      update creator_course
         set students = students + (case when tg_op <> 'DELETE' and new.refunded_at is null then 1 else 0 end)
                                 - (case when tg_op <> 'INSERT' and old.refunded_at is null then 1 else 0 end)
       where id = (case when tg_op = 'DELETE' then old.creator_course_id else new.creator_course_id end);
      return null;
    end $$;
    create trigger enrolment_counted after insert or delete or update of refunded_at on enrolment
      for each row execute function count_student();

    create function note_market_words() returns trigger language plpgsql as $$
    begin
      new.search_text := lower(concat_ws(' ', new.title, array_to_string(new.tags, ' '),
        (select first_name || ' ' || last_name from account where id = new.account_id)));
      if new.status = 'published' then
        -- no names of people: the words stay when somebody goes. In one order, so that two courses published at once never wait in a circle
        insert into market_word
        select distinct word from regexp_split_to_table(lower(concat_ws(' ', new.title, array_to_string(new.tags, ' '))), '\\s+') word where char_length(word) between 2 and 60 order by word
            on conflict do nothing;
      end if;
      return new;
    end $$;
    create trigger market_words_noted before insert or update of title, tags, account_id, status, search_text on creator_course
      for each row execute function note_market_words();

    create function note_creator_name() returns trigger language plpgsql as $$
    begin
      update creator_course set search_text = '' where account_id = new.id;
      return null;
    end $$;
    create trigger creator_name_noted after update of first_name, last_name on account
      for each row when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name)
        execute function note_creator_name();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger creator_name_noted on account;
    drop table course_message_to, course_message, lesson_question, course_rating, enrolment, course_report, market_code_use,
      market_code, market_word, course_view_day, publication_version, creator_course;
    drop function count_course_rating(), count_student(), note_market_words(), note_creator_name();
  `);
}
