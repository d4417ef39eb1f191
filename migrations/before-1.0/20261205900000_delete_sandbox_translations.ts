import type { Knex } from 'knex';

// The sandbox no longer translates: its texts began with a mark such as ‹de› and made the interface unreadable.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`delete from interface_file where body ~ '"‹[a-z]{2,3}› '`);
  await knex.raw(`delete from interface_text where entry::text ~ '"‹[a-z]{2,3}› '`);
}
