import type { Knex } from 'knex';

// Reminders once a day in the learner's time zone, and hours in which nothing that can wait reaches anybody.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table user_settings
      add column time_zone text not null default 'UTC',
      add column quiet_from time,
      add column quiet_until time,
      add column next_reminder_at timestamptz,
      add constraint user_settings_quiet_hours check ((quiet_from is null) = (quiet_until is null) and quiet_from is distinct from quiet_until
        or quiet_from is null and quiet_until is null);
    create index user_settings_reminder on user_settings (next_reminder_at) where notify_course_reminders;
    alter table notification add column held_until timestamptz;

    -- when the quiet hours end that a moment lies in; null: it lies in none
    create function quiet_end(moment timestamptz, zone text, quiet_from time, quiet_until time) returns timestamptz language sql stable as $$
      select case
        when quiet_from is null then null
        when quiet_from < quiet_until then
          case when local::time >= quiet_from and local::time < quiet_until then (local::date + quiet_until) at time zone zone end
        when local::time >= quiet_from then (local::date + 1 + quiet_until) at time zone zone
        when local::time < quiet_until then (local::date + quiet_until) at time zone zone
      end from (select moment at time zone zone as local) here $$;

    -- the next time it is six in the evening, or, where that is quiet, the end of the quiet hours
    create function next_reminder(moment timestamptz, zone text, quiet_from time, quiet_until time) returns timestamptz language sql stable as $$
      select case when (local::date + at) at time zone zone > moment then (local::date + at) at time zone zone
                  else (local::date + 1 + at) at time zone zone end
        from (select moment at time zone zone as local,
                     case when quiet_from < quiet_until and time '18:00' >= quiet_from and time '18:00' < quiet_until
                            or quiet_from > quiet_until and (time '18:00' >= quiet_from or time '18:00' < quiet_until)
                          then quiet_until else time '18:00' end as at) here $$;

    update user_settings set next_reminder_at = next_reminder(now(), time_zone, null, null) where notify_course_reminders;
  `);
}
