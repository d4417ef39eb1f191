import type { Knex } from 'knex';

// Mail, and what it is for: links that prove an address, a lost password, an account that is going to be deleted.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table account
      add column email_verified_at timestamptz,
      add column birth_year smallint check (birth_year between 1900 and 2200),
      -- asked for by its owner; until then everything is there and the wish can be taken back
      add column deletion_due_at timestamptz,
      -- the person is gone; the row stays because ledgers name it
      add column deleted_at timestamptz,
      add constraint account_deleted_is_nobody check (deleted_at is null or (password_hash is null and deletion_due_at is null));
    create index account_deletion_due on account (deletion_due_at) where deletion_due_at is not null;

    create table account_link (
      account_id uuid not null references account on delete cascade,
      kind text not null check (kind in ('verify-email', 'reset-password')),
      token_hash bytea not null unique,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      -- one live link per purpose: a new one ends the one before
      primary key (account_id, kind)
    );

    create table outgoing_mail (
      id bigint generated always as identity primary key,
      kind text not null,
      -- what happened: the same cause is mailed once, however often it is reported
      cause text not null unique,
      account_id uuid references account on delete cascade,
      recipient text not null,
      data jsonb not null,
      message_id text not null unique,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      lease_until timestamptz,
      last_error text,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      check ((state = 'waiting') = (ended_at is null))
    );
    create index outgoing_mail_due on outgoing_mail (due_at) where state = 'waiting';
    create index outgoing_mail_account on outgoing_mail (account_id);
  `);
}
