import type { Knex } from 'knex';

// Seats and a shared wallet (G16). A person belongs to at most one organisation; its wallet is the ledger's owner ('organisation', id).
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table organisation (
      id uuid primary key,
      name text not null,
      package_id text not null,
      seats integer not null check (seats > 0),
      order_id uuid not null unique references billing_order,
      -- the year that was paid for; null: no end is recorded
      starts_at timestamptz not null,
      ends_at timestamptz,
      created_at timestamptz not null default now()
    );
    create table organisation_member (
      account_id uuid primary key references account,
      organisation_id uuid not null references organisation,
      role text not null check (role in ('owner','member')),
      joined_at timestamptz not null default now()
    );
    create index organisation_member_of on organisation_member (organisation_id, joined_at);
    create unique index organisation_one_owner on organisation_member (organisation_id) where role = 'owner';
    create table organisation_invite (
      id uuid primary key,
      organisation_id uuid not null references organisation,
      email text not null check (email = lower(email)),
      token_hash bytea not null unique,
      invited_by uuid not null references account,
      sent_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      ended_how text check (ended_how in ('accepted','withdrawn')),
      check ((ended_at is null) = (ended_how is null))
    );
    create unique index organisation_invite_open on organisation_invite (organisation_id, email) where ended_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table organisation_invite, organisation_member, organisation');
}
