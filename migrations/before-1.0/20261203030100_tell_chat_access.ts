import type { Knex } from 'knex';

// Processes keep who is in a room and who blocked whom; Postgres tells them, in the transaction of the change, that it is out of date.
const WATCHED = [
  ['study_group_member', 'insert or delete or update of standing', 'members'],
  ['study_participant', 'insert or delete or update of left_at', 'members'],
  ['person_block', 'insert or delete', 'blocks'],
] as const;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function tell_chat_access_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('chat_access_changed', tg_argv[0]);
      return null;
    end $$;
    ${WATCHED.map(
      ([table, events, what]) => `create trigger ${table}_access after ${events} on ${table}
        for each statement execute function tell_chat_access_changed('${what}');`,
    ).join('\n')}
  `);
}
