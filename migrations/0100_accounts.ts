import type { Knex } from 'knex';

// People, the links mailed to them, and their sessions. Refresh tokens are derived (HMAC of session id and generation), so only the
// generation is stored. Processes that cache a session are notified when it or its account changes (docs/decisions/0008).
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- texts are searched by any part of a word
    create extension if not exists pg_trgm;

    create table account (
      id uuid primary key,
      email text not null unique check (email = lower(email)),
      password_hash text,
      first_name text not null,
      last_name text not null,
      roles text[] not null default '{learner}' check (roles <@ array['learner', 'creator', 'operator', 'admin']),
      terms_version text not null,
      terms_accepted_at timestamptz not null,
      marketing_consent boolean not null default false,
      created_at timestamptz not null default now(),
      email_verified_at timestamptz,
      birth_year smallint check (birth_year between 1900 and 2200),
      deletion_due_at timestamptz,
      deleted_at timestamptz,
      -- at most 300 characters as readers count them, of however many code points
      bio text not null default '' check (char_length(bio) <= 3000),
      suspended_at timestamptz,
      constraint account_deleted_is_nobody check (deleted_at is null or password_hash is null and deletion_due_at is null)
    );
    create index account_deletion_due on account (deletion_due_at) where deletion_due_at is not null;
    create index account_newest on account (created_at desc, id desc);
    create index account_email_text on account using gin (email gin_trgm_ops);
    -- operators find people by any part of a name or an address
    create index account_person_text on account using gin (lower(email || ' ' || first_name || ' ' || last_name) gin_trgm_ops);

    create table account_link (
      account_id uuid not null references account on delete cascade,
      kind text not null check (kind in ('verify-email', 'reset-password', 'parental-consent')),
      token_hash bytea primary key,
      expires_at timestamptz not null,
      created_at timestamptz not null default clock_timestamp(),
      unique (account_id, kind, created_at)
    );
    -- a mail that confirms an address may come late: the link of an earlier one still works
    create unique index account_link_once on account_link (account_id, kind) where kind <> 'verify-email';

    create table session (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      cookie_hash bytea not null unique,
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

    create table live_ticket (
      token_hash bytea primary key,
      session_id uuid not null references session on delete cascade,
      expires_at timestamptz not null
    );
    create index live_ticket_session on live_ticket (session_id);

    create function tell_session_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('session_changed', old.id::text);
      return null;
    end $$;
    create trigger session_changed after delete or update of revoked_at, expires_at, cookie_seen on session
      for each row execute function tell_session_changed();

    create function tell_account_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('session_changed', session.id::text) from session where account_id = old.id and revoked_at is null;
      return null;
    end $$;
    create trigger account_changed after update of roles on account for each row execute function tell_account_changed();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table live_ticket, session, account_link, account;
    drop function tell_session_changed(), tell_account_changed();
    drop extension if exists pg_trgm;
  `);
}
