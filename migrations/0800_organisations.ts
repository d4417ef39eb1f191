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
      role text not null check (role in ('owner', 'administrator', 'teacher', 'member')),
      joined_at timestamptz not null default now()
    );
    create index organisation_member_page on organisation_member (organisation_id, (role <> 'owner'), joined_at, account_id);
    create index organisation_member_owner on organisation_member (organisation_id, joined_at) where role = 'owner';

    -- an address of a verified domain belongs to the organisation: who has it and is named joins at once, and by themselves where joins is set
    create table organisation_domain (
      id uuid primary key,
      organisation_id uuid not null references organisation,
      domain text not null check (domain = lower(domain)),
      added_by uuid references account on delete set null,
      added_at timestamptz not null default now(),
      verified_at timestamptz,
      joins boolean not null default false,
      unique (organisation_id, domain)
    );
    create unique index organisation_domain_verified on organisation_domain (domain) where verified_at is not null;

    -- everybody an organisation knows: who waits, who has joined, and who has left and may come back
    create table organisation_person (
      id uuid primary key,
      organisation_id uuid not null references organisation,
      account_id uuid references account on delete cascade,
      email text not null check (email = lower(email)),
      user_name text,
      external_id text,
      given_name text not null default '',
      family_name text not null default '',
      birth_year integer,
      role text not null default 'member' check (role in ('owner', 'administrator', 'teacher', 'member')),
      state text not null default 'waiting' check (state in ('waiting', 'joined', 'left')),
      source text not null check (source in ('purchase', 'invite', 'roster', 'scim', 'sign_in', 'lms', 'domain')),
      authorised_by uuid references account on delete set null,
      authorised_why text,
      authorised_at timestamptz,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      left_at timestamptz,
      unique (organisation_id, email),
      check (state <> 'joined' or account_id is not null),
      check ((state = 'left') = (left_at is not null)),
      check ((authorised_why is null) = (authorised_at is null))
    );
    create unique index organisation_person_account on organisation_person (account_id) where state = 'joined';
    create unique index organisation_person_external on organisation_person (organisation_id, external_id) where external_id is not null;
    create unique index organisation_person_user_name on organisation_person (organisation_id, lower(user_name)) where user_name is not null;
    create index organisation_person_page on organisation_person (organisation_id, created_at, id);
    -- what is pruned
    create index organisation_person_left on organisation_person (left_at) where state = 'left' and source <> 'scim';

    create table organisation_group (
      id uuid primary key,
      organisation_id uuid not null references organisation,
      name text not null,
      external_id text,
      source text not null check (source in ('roster', 'scim')),
      version integer not null default 1,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now()
    );
    create unique index organisation_group_name on organisation_group (organisation_id, lower(name));
    create unique index organisation_group_external on organisation_group (organisation_id, external_id) where external_id is not null;
    create index organisation_group_page on organisation_group (organisation_id, created_at, id);

    create table organisation_group_person (
      group_id uuid not null references organisation_group on delete cascade,
      person_id uuid not null references organisation_person on delete cascade,
      primary key (group_id, person_id)
    );
    create index organisation_group_person_of on organisation_group_person (person_id);

    create table organisation_invite (
      id uuid primary key,
      organisation_id uuid not null references organisation,
      email text not null check (email = lower(email)),
      token_hash bytea not null unique,
      role text not null default 'member' check (role in ('owner', 'administrator', 'teacher', 'member')),
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
  await knex.raw(
    'drop table organisation_group_person, organisation_group, organisation_person, organisation_domain, organisation_invite, organisation_member, organisation_term, organisation',
  );
}
