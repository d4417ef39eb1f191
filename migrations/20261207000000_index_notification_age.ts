import type { Knex } from 'knex';

// Notifications are deleted after a year: the hourly pruning finds them without reading all.
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index notification_age on notification (created_at)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index notification_age');
}
