import type { Knex } from 'knex';

// People and their sessions. Refresh tokens are derived (HMAC of session id and generation), so only the generation is stored.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table account (
      id uuid primary key,
      email text not null unique check (email = lower(email)),
      password_hash text,
      first_name text not null,
      last_name text not null,
      roles text[] not null default '{learner}' check (roles <@ array['learner','creator','operator','admin']),
      terms_version text not null,
      terms_accepted_at timestamptz not null,
      marketing_consent boolean not null default false,
      subscription_status text not null default 'free' check (subscription_status in ('free','trial','active')),
      subscription_plan text,
      subscription_expires timestamptz,
      trial_used boolean not null default false,
      created_at timestamptz not null default now()
    );
    create table session (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      cookie_hash bytea not null unique,
      -- refresh is bound to the cookie once a request has shown both
      cookie_seen boolean not null default false,
      generation integer not null default 1,
      rotated_at timestamptz not null default now(),
      user_agent text not null default '',
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      revoked_reason text
    );
    create index session_account on session (account_id, created_at desc);
    create table rate_limit (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );
    create table audit_entry (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor text not null,
      action text not null,
      subject text not null,
      detail jsonb not null default '{}'
    );
  `);
}
