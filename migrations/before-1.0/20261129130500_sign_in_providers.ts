import type { Knex } from 'knex';

// Accounts of people elsewhere that they sign in with, and what is remembered while somebody is there.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table provider_identity (
      provider text not null check (provider in ('google', 'apple')),
      subject text not null,
      account_id uuid not null references account on delete cascade,
      email text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      primary key (provider, subject),
      unique (account_id, provider)
    );

    create table provider_attempt (
      state_hash bytea primary key,
      -- of the cookie of the browser that has begun
      browser_hash bytea not null,
      provider text not null,
      nonce text not null,
      code_verifier text not null,
      -- who adds a way to sign in; null: somebody signs in
      account_id uuid references account on delete cascade,
      terms_accepted boolean not null default false,
      expires_at timestamptz not null
    );
    create index provider_attempt_of_account on provider_attempt (account_id) where account_id is not null;
    create index provider_attempt_old on provider_attempt (expires_at);
  `);
}
