import type { Knex } from 'knex';

// Waiting deliveries about a child whose consent was withdrawn end as withheld, which the webhook's log shows.
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
