import type { Knex } from 'knex';

// What waits to be sent about a child for whom nobody agrees any more ends as withheld, which its log shows.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_delivery drop constraint webhook_delivery_state_check;
    alter table webhook_delivery add constraint webhook_delivery_state_check check (state in ('waiting', 'delivered', 'failed', 'withheld'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update webhook_delivery set state = 'failed' where state = 'withheld';
    alter table webhook_delivery drop constraint webhook_delivery_state_check;
    alter table webhook_delivery add constraint webhook_delivery_state_check check (state in ('waiting', 'delivered', 'failed'));
  `);
}
