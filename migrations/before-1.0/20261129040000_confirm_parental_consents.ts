import type { Knex } from 'knex';

/**
 * A parent agrees by a mailed link, a school through the owner of its organisation; both may. What accounts said of themselves until now was
 * nobody else's agreement, so it is asked again.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from parental_consent;
    alter table parental_consent
      drop constraint parental_consent_pkey,
      add primary key (account_id, given_by),
      add column parent_email text check (parent_email = lower(parent_email)),
      add column organisation_id uuid references organisation on delete cascade,
      add check ((given_by = 'parent') = (parent_email is not null)),
      add check ((given_by = 'school') = (organisation_id is not null));
    create index parental_consent_organisation on parental_consent (organisation_id) where organisation_id is not null;

    create table parental_request (
      account_id uuid primary key references account on delete cascade,
      parent_email text not null check (parent_email = lower(parent_email)),
      asked_at timestamptz not null default now(),
      refused_at timestamptz
    );

    alter table account_link
      drop constraint account_link_kind_check,
      add constraint account_link_kind_check check (kind in ('verify-email', 'reset-password', 'parental-consent'));
  `);
}
