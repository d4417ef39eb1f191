import type { Knex } from 'knex';

// Consents for children to use features that require one.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table parental_consent (
      account_id uuid not null references account on delete cascade,
      given_by text not null check (given_by in ('parent', 'school')),
      given_at timestamptz not null default now(),
      parent_email text check (parent_email = lower(parent_email)),
      organisation_id uuid references organisation on delete cascade,
      recorded_by uuid references account on delete set null,
      reason text,
      primary key (account_id, given_by),
      check ((given_by = 'parent') = (parent_email is not null)),
      check ((given_by = 'school') = (organisation_id is not null)),
      check (given_by = 'school' or (recorded_by is null and reason is null)),
      check (recorded_by <> account_id)
    );
    create index parental_consent_organisation on parental_consent (organisation_id) where organisation_id is not null;

    create table parental_request (
      account_id uuid primary key references account on delete cascade,
      parent_email text not null check (parent_email = lower(parent_email)),
      asked_at timestamptz not null default now(),
      refused_at timestamptz
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table parental_request, parental_consent');
}
