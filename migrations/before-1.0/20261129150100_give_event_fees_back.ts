import type { Knex } from 'knex';

// What was paid for an event is found by the event: who has left it has no row there any more.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index billing_order_of_event on billing_order (package_id) where kind = 'event' and status = 'fulfilled';
    create index local_event_cancelled on local_event (cancelled_at) where cancelled_at is not null;
  `);
}
