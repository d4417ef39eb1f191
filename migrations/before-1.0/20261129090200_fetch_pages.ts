import type { Knex } from 'knex';

// The same page is one source of a person, however often its address is sent.
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create unique index source_page_once on source (account_id, address) where address is not null');
}
