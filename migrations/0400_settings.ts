import type { Knex } from 'knex';

// People's settings, and the hours in which they may be notified: times of day are in their own time zone.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- when the quiet hours end that a moment lies in; null: it lies in none
    create function quiet_end(moment timestamptz, zone text, quiet_from time, quiet_until time) returns timestamptz language sql stable
    as $$
      select case
        when quiet_from is null then null
        when quiet_from < quiet_until then
          case when local::time >= quiet_from and local::time < quiet_until then (local::date + quiet_until) at time zone zone end
        when local::time >= quiet_from then (local::date + 1 + quiet_until) at time zone zone
        when local::time < quiet_until then (local::date + quiet_until) at time zone zone
      end from (select moment at time zone zone as local) here $$;

    -- the next time it is six in the evening or, where that is quiet, the end of the quiet hours
    create function next_reminder(moment timestamptz, zone text, quiet_from time,
      quiet_until time) returns timestamptz language sql stable
    as $$
      select case when (local::date + at) at time zone zone > moment then (local::date + at) at time zone zone
                  else (local::date + 1 + at) at time zone zone end
        from (select moment at time zone zone as local,
                     case when quiet_from < quiet_until and time '18:00' >= quiet_from and time '18:00' < quiet_until
                            or quiet_from > quiet_until and (time '18:00' >= quiet_from or time '18:00' < quiet_until)
                          then quiet_until else time '18:00' end as at) here $$;

    create table user_settings (
      account_id uuid primary key references account on delete cascade,
      language text not null,
      theme text not null check (theme in ('light', 'dark', 'auto')),
      notify_email boolean not null,
      notify_push boolean not null,
      notify_course_reminders boolean not null,
      high_contrast boolean not null,
      large_text boolean not null,
      reduced_motion boolean not null,
      screen_reader boolean not null,
      keyboard_navigation boolean not null,
      stay_on_lesson boolean not null,
      data_sharing boolean not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      time_zone text not null default 'UTC',
      quiet_from time,
      quiet_until time,
      next_reminder_at timestamptz,
      interface_language text,
      operator_rewrites boolean not null default true,
      opens_on text check (opens_on in ('builder', 'courses', 'studio', 'console')),
      check (language in ('english', 'spanish', 'french', 'german', 'italian', 'portuguese', 'russian', 'chinese', 'japanese',
        'korean', 'arabic', 'hindi')),
      constraint user_settings_quiet_hours check ((quiet_from is null) = (quiet_until is null) and quiet_from
        is distinct from quiet_until or quiet_from is null and quiet_until is null)
    );
    create index user_settings_reminder on user_settings (next_reminder_at) where notify_course_reminders;
    -- the list of public profiles is read from here, newest account first
    create index user_settings_shared on user_settings (account_id desc) where data_sharing;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table user_settings;
    drop function quiet_end(timestamptz, text, time, time), next_reminder(timestamptz, text, time, time);
  `);
}
