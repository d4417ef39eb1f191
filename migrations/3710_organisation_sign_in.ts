import type { Knex } from 'knex';

// An organisation's own sign-in: its identity provider, sign-ins in progress, the people it has vouched for, and its failures.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table organisation_sign_in (
      organisation_id uuid primary key references organisation on delete cascade,
      slug text not null unique check (slug ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9]){0,1}$'),
      kind text not null check (kind in ('oidc', 'saml')),
      mode text not null default 'off' check (mode in ('off', 'offered', 'enforced')),
      issuer text not null,
      client_id text,
      secret_sealed bytea,
      sso_address text,
      metadata_address text,
      metadata_read_at timestamptz,
      metadata_problem text,
      allows_unsolicited boolean not null default false,
      joins boolean not null default true,
      attributes jsonb not null default '{}',
      roles jsonb not null default '[]',
      revision integer not null default 1,
      tested_revision integer,
      tested_at timestamptz,
      changed_at timestamptz not null default now(),
      changed_by uuid references account on delete set null,
      check ((kind = 'oidc') = (client_id is not null)),
      check ((kind = 'saml') = (sso_address is not null))
    );

    create table organisation_certificate (
      organisation_id uuid not null references organisation_sign_in on delete cascade,
      fingerprint text not null,
      pem text not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      warned_at timestamptz,
      primary key (organisation_id, fingerprint)
    );

    create table organisation_sign_in_failure (
      organisation_id uuid not null references organisation on delete cascade,
      day date not null,
      reason text not null,
      count integer not null default 1,
      last_at timestamptz not null default now(),
      last_detail text,
      primary key (organisation_id, day, reason)
    );
    create index organisation_sign_in_failure_old on organisation_sign_in_failure (day);

    create table organisation_attempt (
      state_hash bytea primary key,
      browser_hash bytea not null,
      connection_id uuid not null references organisation_sign_in on delete cascade,
      nonce text,
      code_verifier text,
      request_id text,
      next text,
      tester_id uuid references account on delete cascade,
      expires_at timestamptz not null
    );
    create index organisation_attempt_of_connection on organisation_attempt (connection_id);
    create index organisation_attempt_of_tester on organisation_attempt (tester_id) where tester_id is not null;
    create index organisation_attempt_old on organisation_attempt (expires_at);

    create table organisation_arrival (
      token_hash bytea primary key,
      browser_hash bytea,
      connection_id uuid not null references organisation_sign_in on delete cascade,
      tester_id uuid references account on delete cascade,
      identity jsonb,
      problem jsonb,
      next text,
      expires_at timestamptz not null,
      check ((identity is null) <> (problem is null))
    );
    create index organisation_arrival_of_connection on organisation_arrival (connection_id);
    create index organisation_arrival_of_tester on organisation_arrival (tester_id) where tester_id is not null;
    create index organisation_arrival_old on organisation_arrival (expires_at);

    create table used_assertion (
      connection_id uuid not null references organisation_sign_in on delete cascade,
      assertion_hash bytea not null,
      expires_at timestamptz not null,
      primary key (connection_id, assertion_hash)
    );
    create index used_assertion_old on used_assertion (expires_at);

    create table organisation_identity (
      organisation_id uuid not null references organisation on delete cascade,
      issuer text not null,
      subject text not null,
      account_id uuid not null references account on delete cascade,
      email text,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      primary key (organisation_id, issuer, subject),
      unique (organisation_id, issuer, account_id)
    );
    create index organisation_identity_of_account on organisation_identity (account_id);

    -- what its TXT record must say, and since when it has not been found
    alter table organisation_domain add column proof text, add column checked_at timestamptz, add column missing_since timestamptz,
      add column warned_at timestamptz;
    create index organisation_domain_due on organisation_domain (checked_at nulls first);

    -- by which organisation somebody came in: leaving it ends the session
    alter table session add column organisation_id uuid references organisation on delete set null;
    create index session_by_organisation on session (organisation_id) where organisation_id is not null;
    alter table pending_sign_in add column organisation_id uuid references organisation on delete cascade;
    create index pending_sign_in_by_organisation on pending_sign_in (organisation_id) where organisation_id is not null;

    -- in whatever way somebody leaves, what let them in by the organisation ends with it
    create function end_organisation_access() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.organisation_id = old.organisation_id then return null; end if;
      update session set revoked_at = now(), revoked_reason = 'left-organisation'
       where account_id = old.account_id and organisation_id = old.organisation_id and revoked_at is null;
      delete from pending_sign_in where account_id = old.account_id and organisation_id = old.organisation_id;
      delete from organisation_identity where account_id = old.account_id and organisation_id = old.organisation_id;
      return null;
    end $$;
    create trigger organisation_member_left after delete or update of organisation_id on organisation_member
      for each row execute function end_organisation_access();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger organisation_member_left on organisation_member;
    drop function end_organisation_access();
    alter table organisation_domain drop column proof, drop column checked_at, drop column missing_since, drop column warned_at;
    alter table pending_sign_in drop column organisation_id;
    alter table session drop column organisation_id;
    drop table organisation_identity, used_assertion, organisation_arrival, organisation_attempt, organisation_sign_in_failure,
      organisation_certificate, organisation_sign_in;
  `);
}
