import type { Knex } from 'knex';

// Processes keep what they have read of a session; Postgres tells them, in the transaction of the change, when that is out of date.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function tell_session_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('session_changed', old.id::text);
      return null;
    end $$;
    create trigger session_changed after update of revoked_at, expires_at, cookie_seen or delete on session
      for each row execute function tell_session_changed();

    create function tell_account_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('session_changed', session.id::text) from session where account_id = old.id and revoked_at is null;
      return null;
    end $$;
    create trigger account_changed after update of roles on account for each row execute function tell_account_changed();
  `);
}
