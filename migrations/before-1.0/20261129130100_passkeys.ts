import type { Knex } from 'knex';

// Passkeys of people, and challenges, each of which is answered once.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table passkey (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      -- as the authenticator calls it, base64url
      credential_id text not null unique,
      public_key bytea not null,
      -- how often it has signed, 0 where an authenticator does not count
      counter bigint not null,
      transports text[] not null default '{}',
      name text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    );
    create index passkey_of_account on passkey (account_id, created_at);

    create table passkey_challenge (
      challenge_hash bytea primary key,
      -- who adds a passkey; null: somebody signs in
      account_id uuid references account on delete cascade,
      expires_at timestamptz not null
    );
    create index passkey_challenge_of_account on passkey_challenge (account_id) where account_id is not null;
    create index passkey_challenge_old on passkey_challenge (expires_at);
  `);
}
