import type { Knex } from 'knex';

// How long a sign-in with an organisation's provider lasts, as the organisation has set it (null for the default); until when the provider
// lets a session last, and the provider's own session, by which it can end ours; and the provider's message when it refused somebody.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organisation_sign_in
      add column idle_hours integer check (idle_hours between 1 and 2160),
      add column longest_hours integer check (longest_hours between 1 and 2160);
    alter table session add column ends_at timestamptz, add column provider_session text;
    alter table pending_sign_in add column ends_at timestamptz, add column provider_session text;
    create index session_organisation on session (organisation_id) where organisation_id is not null and revoked_at is null;
    alter table organisation_sign_in_failure add column last_words text;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organisation_sign_in_failure drop column last_words;
    drop index session_organisation;
    alter table pending_sign_in drop column ends_at, drop column provider_session;
    alter table session drop column ends_at, drop column provider_session;
    alter table organisation_sign_in drop column idle_hours, drop column longest_hours;
  `);
}
