import type { Knex } from 'knex';

// Codes of an authenticator as a second factor, ten recovery codes, and what stands between the password and the code.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table second_factor (
      account_id uuid primary key references account on delete cascade,
      -- sealed with the installation's secret
      secret bytea not null,
      -- null: set up and not proved yet
      confirmed_at timestamptz,
      failures smallint not null default 0,
      failing_since timestamptz,
      created_at timestamptz not null default now()
    );

    -- a code is good once: its time step stands here
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
  `);
}
