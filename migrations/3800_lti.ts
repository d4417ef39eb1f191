import type { Knex } from 'knex';

// Learning platforms (LMS) that open lessons by LTI 1.3: their registrations, the content they opened for each person, and the grades and
// lists exchanged with them.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table lti_platform (
      id uuid primary key,
      organisation_id uuid not null references organisation on delete cascade,
      name text not null,
      product text not null check (product in ('canvas', 'moodle', 'openedx', 'other')),
      state text not null check (state in ('waiting', 'active', 'paused')),
      issuer text,
      client_id text,
      auth_url text,
      token_url text,
      token_audience text,
      jwks_url text,
      origins text[] not null default '{}',
      deployment_ids text[] not null default '{}',
      adopts_deployment boolean not null default false,
      registration_hash bytea unique,
      registration_expires_at timestamptz,
      authorised_by uuid references account on delete set null,
      authorised_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      last_launch_at timestamptz,
      check (state = 'waiting' or (issuer is not null and client_id is not null and auth_url is not null and token_url is not null
                                   and jwks_url is not null and cardinality(origins) > 0)),
      check ((registration_hash is null) = (registration_expires_at is null))
    );
    create index lti_platform_of on lti_platform (organisation_id, created_at);

    create table lti_key (
      id text primary key,
      private_sealed bytea not null,
      public_jwk jsonb not null,
      created_at timestamptz not null default now()
    );

    create table lti_login (
      state_hash bytea primary key,
      browser_hash bytea not null,
      platform_id uuid not null references lti_platform on delete cascade,
      nonce text not null unique,
      expires_at timestamptz not null
    );
    create index lti_login_old on lti_login (expires_at);

    create table lti_user (
      id uuid primary key,
      platform_id uuid not null references lti_platform on delete cascade,
      subject text not null,
      account_id uuid not null unique references account on delete cascade,
      email text,
      created_at timestamptz not null default now(),
      last_launch_at timestamptz not null default now(),
      unique (platform_id, subject)
    );

    create table lti_context (
      id uuid primary key,
      platform_id uuid not null references lti_platform on delete cascade,
      context_ref text not null,
      title text not null,
      memberships_url text,
      due_at timestamptz,
      lease_until timestamptz,
      attempts integer not null default 0,
      last_error text,
      read_at timestamptz,
      created_at timestamptz not null default now(),
      unique (platform_id, context_ref)
    );
    create index lti_context_due on lti_context (due_at) where due_at is not null;

    create table lti_context_member (
      context_id uuid not null references lti_context on delete cascade,
      subject text not null,
      name text,
      email text,
      roles text[] not null default '{}',
      is_active boolean not null,
      primary key (context_id, subject)
    );

    create table lti_offer (
      organisation_id uuid not null references organisation on delete cascade,
      course_id uuid not null references course on delete cascade,
      -- who leaves offers nothing any more, and nothing again by coming back
      account_id uuid not null references organisation_member on delete cascade,
      created_at timestamptz not null default now(),
      primary key (organisation_id, course_id)
    );

    create table lti_copy (
      account_id uuid not null references account on delete cascade,
      source_id uuid not null references course on delete cascade,
      course_id uuid not null references course on delete cascade,
      primary key (account_id, source_id)
    );

    create table lti_placement (
      id uuid primary key,
      platform_id uuid not null references lti_platform on delete cascade,
      kind text not null check (kind in ('course', 'lesson', 'simulation')),
      title text not null,
      market_course_id uuid,
      course_id uuid references course on delete cascade,
      lesson_id text,
      simulation_id uuid references simulation on delete cascade,
      created_at timestamptz not null default now(),
      check ((market_course_id is null) <> (course_id is null)),
      check ((kind = 'lesson') = (lesson_id is not null)),
      check ((kind = 'simulation') = (simulation_id is not null))
    );
    create index lti_placement_of on lti_placement (platform_id);

    create table lti_link (
      id uuid primary key,
      platform_id uuid not null references lti_platform on delete cascade,
      deployment_id text not null,
      resource_link_ref text not null,
      placement_id uuid not null references lti_placement on delete cascade,
      context_id uuid references lti_context on delete set null,
      lineitem_url text,
      lineitems_url text,
      making_until timestamptz,
      ags_scopes text[] not null default '{}',
      created_at timestamptz not null default now(),
      unique (platform_id, deployment_id, resource_link_ref)
    );

    create table lti_session (
      token_hash bytea primary key,
      platform_id uuid not null references lti_platform on delete cascade,
      user_id uuid not null references lti_user on delete cascade,
      account_id uuid not null references account on delete cascade,
      link_id uuid references lti_link on delete cascade,
      course_id uuid references course on delete cascade,
      is_teacher boolean not null default false,
      deep_linking jsonb,
      ungraded_since timestamptz,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      check ((link_id is null) <> (deep_linking is null)),
      check ((link_id is null) = (course_id is null))
    );
    create index lti_session_old on lti_session (expires_at);
    create index lti_session_ungraded on lti_session (ungraded_since) where ungraded_since is not null;

    create table lti_score (
      id uuid primary key,
      link_id uuid not null references lti_link on delete cascade,
      user_id uuid not null references lti_user on delete cascade,
      percent integer not null check (percent between 0 and 100),
      is_complete boolean not null,
      achieved_at timestamptz not null,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'superseded', 'dropped')),
      due_at timestamptz not null default now(),
      lease_until timestamptz,
      attempts integer not null default 0,
      last_error text,
      sent_at timestamptz,
      unique (link_id, user_id, percent, is_complete)
    );
    create index lti_score_due on lti_score (due_at) where state = 'waiting';

    create table lti_refusal (
      id uuid primary key,
      platform_id uuid not null references lti_platform on delete cascade,
      reason text not null,
      detail text,
      refused_at timestamptz not null default now()
    );
    create index lti_refusal_of on lti_refusal (platform_id, refused_at desc);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `drop table lti_refusal, lti_score, lti_session, lti_link, lti_placement, lti_copy, lti_offer, lti_context_member, lti_context, lti_user,
       lti_login, lti_key, lti_platform`,
  );
}
