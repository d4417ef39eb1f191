import type { Knex } from 'knex';

// 'light' was stored for everybody who saved anything else first, and so meant 'never chosen': screens followed the system. A choice of light
// was not told from it either; it stays in the browser that made it.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`update user_settings set theme = 'auto' where theme = 'light'`);
}
