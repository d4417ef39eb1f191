import type { Knex } from 'knex';

// Schools and companies that buy for their members.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table organisation (
      id uuid primary key,
      name text not null,
      package_id text not null,
      seats integer not null check (seats > 0),
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      created_at timestamptz not null default now()
    );

    create table organisation_term (
      order_id uuid not null references billing_order,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      organisation_id uuid not null references organisation,
      package_id text not null,
      created_at timestamptz not null default now(),
      primary key (order_id, starts_at),
      check (ends_at > starts_at)
    );
    create index organisation_term_of on organisation_term (organisation_id);

    create table organisation_member (
      account_id uuid primary key references account on delete cascade,
      organisation_id uuid not null references organisation,
      role text not null check (role in ('owner', 'member')),
      joined_at timestamptz not null default now()
    );
    create index organisation_member_page on organisation_member (organisation_id, (role <> 'owner'), joined_at, account_id);
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
      ended_how text check (ended_how in ('accepted', 'withdrawn', 'expired')),
      accepted_by uuid references account on delete set null,
      check ((ended_at is null) = (ended_how is null))
    );
    create index organisation_invite_email on organisation_invite (email) where ended_at is null;
    create unique index organisation_invite_open on organisation_invite (organisation_id, email) where ended_at is null;
    create index organisation_invite_page on organisation_invite (organisation_id, sent_at desc, id desc) where ended_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table organisation_invite, organisation_member, organisation_term, organisation');
}
