import type { Knex } from 'knex';

// The language somebody reads the interface in, which may be one that the settings do not name: mails are written in it. Null: never chosen.
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table user_settings add column interface_language text');
}
