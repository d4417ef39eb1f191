import type { Knex } from 'knex';

// Operators search runs by the purpose of a call: a rare one is found without reading all calls, a common one without their rows.
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index vendor_call_purpose on vendor_call (purpose, run_id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index vendor_call_purpose');
}
