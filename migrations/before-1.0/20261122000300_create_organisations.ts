import type { Knex } from 'knex';

// Seats and a shared wallet (G16). A person belongs to at most one organisation; its wallet is the ledger's owner ('organisation', id).
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table organisation (
      id uuid primary key,
      name text not null,
      package_id text not null,
      seats integer not null check (seats > 0),
      starts_at timestamptz not null,
      -- the end of the newest year that was paid for
      ends_at timestamptz not null,
      created_at timestamptz not null default now()
    );
    -- each paid year once: its tokens are granted with this row. A subscription renews itself under its first order.
    create table organisation_term (
      order_id uuid not null references billing_order,
      starts_at timestamptz not null,
      ends_at timestamptz not null check (ends_at > starts_at),
      organisation_id uuid not null references organisation,
      package_id text not null,
      created_at timestamptz not null default now(),
      primary key (order_id, starts_at)
    );
    create index organisation_term_of on organisation_term (organisation_id);
    create table organisation_member (
      account_id uuid primary key references account on delete cascade,
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
      invited_by uuid references account on delete set null,
      sent_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      ended_how text check (ended_how in ('accepted','withdrawn','expired')),
      accepted_by uuid references account on delete set null,
      check ((ended_at is null) = (ended_how is null))
    );
    create unique index organisation_invite_open on organisation_invite (organisation_id, email) where ended_at is null;
    create index organisation_invite_email on organisation_invite (email) where ended_at is null;
    -- a signed contract is recorded once, however its reference is capitalised
    create unique index billing_order_contract on billing_order (lower(detail->>'reference')) where kind = 'contract';
  `);
}
