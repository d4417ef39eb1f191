import type { Knex } from 'knex';

/**
 * Makes writing certain rows fail inside the database, like an unexpected bug of ours.
 * @param condition SQL about `new`, e.g. `new.state = 'sent'`
 * @returns a function that undoes it
 */
export async function poison(knex: Knex, table: string, condition: string): Promise<() => Promise<void>> {
  await knex.raw(`
    create or replace function poisoned() returns trigger language plpgsql as $$ begin raise exception 'this row is poisoned'; end $$;
    create trigger poisoned before insert or update on ${table} for each row when (${condition}) execute function poisoned();
  `);
  return async () => void (await knex.raw(`drop trigger poisoned on ${table}`));
}
