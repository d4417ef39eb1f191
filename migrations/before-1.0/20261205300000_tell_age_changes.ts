import type { Knex } from 'knex';

// Who hears a chat depends on age and a parent's consent: processes keep both with the members of rooms, and hear of a change at once.
const WATCHED = [
  ['account', 'update of birth_year'],
  ['parental_consent', 'insert or delete'],
] as const;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    WATCHED.map(
      ([table, events]) => `create trigger ${table}_access after ${events} on ${table}
        for each statement execute function tell_chat_access_changed('ages');`,
    ).join('\n'),
  );
}
