import type { Knex } from 'knex';

// Apps that a person has connected by OAuth, and prices quoted to them. A person's approval is a row of api_key whose secret nobody has:
// budget, expiry and audit are those of keys. Codes and tokens are stored as hashes.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table api_key
      add column client_id text,
      add column app_host text,
      add check ((client_id is null) = (app_host is null));
    create index api_key_of_client on api_key (client_id, account_id) where client_id is not null;

    create table oauth_client (
      id text primary key check (length(id) <= 64),
      metadata jsonb not null,
      created_at timestamptz not null default now()
    );
    create index oauth_client_old on oauth_client (created_at);

    create table oauth_record (
      kind text not null,
      id_hash bytea not null check (length(id_hash) = 32),
      payload jsonb not null,
      grant_hash bytea check (length(grant_hash) = 32),
      uid_hash bytea check (length(uid_hash) = 32),
      account_id uuid references account on delete cascade,
      consumed_at timestamptz,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (kind, id_hash)
    );
    create index oauth_record_of_grant on oauth_record (grant_hash) where grant_hash is not null;
    create index oauth_record_of_uid on oauth_record (uid_hash) where uid_hash is not null;
    create index oauth_record_of_account on oauth_record (account_id) where account_id is not null;
    create index oauth_record_old on oauth_record (expires_at);

    create table oauth_secret (
      id uuid primary key,
      sealed bytea not null,
      created_at timestamptz not null default now()
    );

    create table course_quote (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      form jsonb not null,
      price bigint not null check (price >= 0),
      created_at timestamptz not null default now()
    );
    create index course_quote_of_account on course_quote (account_id, created_at);
    create index course_quote_old on course_quote (created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table course_quote, oauth_secret, oauth_record, oauth_client;
    alter table api_key drop column client_id, drop column app_host;
  `);
}
