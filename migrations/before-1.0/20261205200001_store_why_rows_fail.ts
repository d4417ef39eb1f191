import type { Knex } from 'knex';

// A row that fails is retried and put away with its reason: course messages, which one failing recipient held up for all, get the columns
// for it, and pushes get the reason. Tries above the limit now mean that a process ended during them; an outage of Stripe had counted on.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table push_delivery add column last_error text;
    alter table course_message_to
      add column attempts smallint not null default 0,
      add column due_at timestamptz not null default now(),
      add column given_up_at timestamptz,
      add column last_error text;
    drop index course_message_untold;
    create index course_message_due on course_message_to (due_at) where told_at is null and given_up_at is null;
    update stripe_event set attempts = 17 where state = 'pending' and attempts > 17;
  `);
}
