import type { Knex } from 'knex';

// Sign-in methods besides a password: providers, passkeys, second factors; and the devices on which an account is used.
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
      browser_hash bytea not null,
      provider text not null,
      nonce text not null,
      code_verifier text not null,
      account_id uuid references account on delete cascade,
      terms_accepted boolean not null default false,
      expires_at timestamptz not null
    );
    create index provider_attempt_of_account on provider_attempt (account_id) where account_id is not null;
    create index provider_attempt_old on provider_attempt (expires_at);

    create table used_id_token (
      token_hash bytea primary key,
      expires_at timestamptz not null
    );
    create index used_id_token_old on used_id_token (expires_at);

    create table passkey (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null default '{}',
      name text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    );
    create index passkey_of_account on passkey (account_id, created_at);

    create table passkey_challenge (
      challenge_hash bytea primary key,
      account_id uuid references account on delete cascade,
      expires_at timestamptz not null
    );
    create index passkey_challenge_of_account on passkey_challenge (account_id) where account_id is not null;
    create index passkey_challenge_old on passkey_challenge (expires_at);

    create table second_factor (
      account_id uuid primary key references account on delete cascade,
      secret bytea not null,
      confirmed_at timestamptz,
      failures smallint not null default 0,
      failing_since timestamptz,
      created_at timestamptz not null default now()
    );

    create table second_factor_step (
      account_id uuid not null references second_factor on delete cascade,
      step bigint not null,
      used_at timestamptz not null default now(),
      primary key (account_id, step)
    );
    create index second_factor_step_old on second_factor_step (used_at);

    create table recovery_code (
      account_id uuid not null references second_factor on delete cascade,
      number smallint not null,
      code_hash bytea not null,
      used_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (account_id, number)
    );

    create table pending_sign_in (
      token_hash bytea primary key,
      account_id uuid not null references account on delete cascade,
      attempts smallint not null default 0,
      expires_at timestamptz not null,
      created_at timestamptz not null default now()
    );
    create index pending_sign_in_of_account on pending_sign_in (account_id);
    create index pending_sign_in_old on pending_sign_in (expires_at);

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

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table known_device, pending_sign_in, recovery_code, second_factor_step, second_factor, passkey_challenge, passkey,
      used_id_token, provider_attempt, provider_identity;
  `);
}
