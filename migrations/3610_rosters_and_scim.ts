import type { Knex } from 'knex';

// Lists of an organisation's people: files that administrators upload, and SCIM requests of directories.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table organisation_roster (
      id uuid primary key,
      organisation_id uuid not null references organisation,
      made_by uuid references account on delete set null,
      file_name text not null,
      removes boolean not null,
      authorise_why text,
      state text not null default 'ready' check (state in ('ready', 'applying', 'applied', 'undoing', 'undone')),
      columns text[] not null,
      run_id uuid,
      created_at timestamptz not null default now(),
      applied_at timestamptz,
      undone_at timestamptz
    );
    create index organisation_roster_page on organisation_roster (organisation_id, created_at desc, id desc);
    create index organisation_roster_old on organisation_roster (created_at);
    -- one at a time
    create unique index organisation_roster_under_way on organisation_roster (organisation_id) where state in ('applying', 'undoing');

    create table organisation_roster_row (
      roster_id uuid not null references organisation_roster on delete cascade,
      line integer not null,
      kind text not null check (kind in ('added', 'changed', 'removed', 'same', 'refused')),
      email text not null,
      name text not null,
      wanted jsonb,
      before jsonb,
      reason text,
      person_id uuid,
      outcome text check (outcome in ('done', 'not_done', 'undone', 'kept')),
      applied_version integer,
      primary key (roster_id, line)
    );
    create index organisation_roster_row_kind on organisation_roster_row (roster_id, kind, line);

    create table organisation_scim_token (
      id uuid primary key,
      organisation_id uuid not null references organisation,
      token_hash bytea not null unique,
      ending text not null,
      made_by uuid references account on delete set null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      ended_at timestamptz
    );
    create index organisation_scim_token_of on organisation_scim_token (organisation_id) where ended_at is null;

    create table organisation_scim_request (
      id bigint generated always as identity primary key,
      organisation_id uuid not null references organisation,
      at timestamptz not null default clock_timestamp(),
      method text not null,
      path text not null,
      status integer not null,
      detail text,
      ms integer not null
    );
    create index organisation_scim_request_page on organisation_scim_request (organisation_id, id desc);
    create index organisation_scim_request_old on organisation_scim_request (at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table organisation_scim_request, organisation_scim_token, organisation_roster_row, organisation_roster;
  `);
}
