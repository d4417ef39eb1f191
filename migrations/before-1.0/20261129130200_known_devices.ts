import type { Knex } from 'knex';

// Browsers somebody has signed in with: another one is told of by mail.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table known_device (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      device_hash bytea not null,
      user_agent text not null,
      first_seen_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      unique (account_id, device_hash)
    );
    create index known_device_old on known_device (last_seen_at);
  `);
}
