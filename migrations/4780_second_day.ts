import type { Knex } from 'knex';

// The hardest questions of a day are asked again on the next, what others missed is read by lesson, and reminders have a time of the learner's.
// The earlier `next_reminder` with four arguments stays for releases that still run.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table review_card add column again_on date;
    create index question_answer_others on question_answer (lesson_id, question_id, answered_at desc);

    create table declined_cards (
      account_id uuid not null references account on delete cascade,
      course_id uuid not null references course on delete cascade,
      declined_at timestamptz not null default now(),
      primary key (account_id, course_id)
    );
    create index declined_cards_course on declined_cards (course_id);

    alter table push_subscription add column wants_reminders boolean not null default false;

    alter table user_settings add column reminder_time time, add column reminder_asked_at timestamptz;
    -- the next time it is the wanted time or, where that is quiet, the end of the quiet hours
    create function next_reminder(moment timestamptz, zone text, quiet_from time, quiet_until time, wanted time)
      returns timestamptz language sql stable
    as $$
      select case when (local::date + at) at time zone zone > moment then (local::date + at) at time zone zone
                  else (local::date + 1 + at) at time zone zone end
        from (select moment at time zone zone as local,
                     case when quiet_from < quiet_until and wanted >= quiet_from and wanted < quiet_until
                            or quiet_from > quiet_until and (wanted >= quiet_from or wanted < quiet_until)
                          then quiet_until else wanted end as at) here $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function next_reminder(timestamptz, text, time, time, time);
    alter table user_settings drop column reminder_time, drop column reminder_asked_at;
    alter table push_subscription drop column wants_reminders;
    drop table declined_cards;
    drop index question_answer_others;
    alter table review_card drop column again_on;
  `);
}
