import type { Knex } from 'knex';

// That a parent or a school has agreed, for an account or a course of somebody under 13: who and when. It goes with the account.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table parental_consent (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      purpose text not null check (purpose in ('account', 'course')),
      -- the run that wrote the course; runs are pruned, the agreement stays
      course_run_id uuid unique,
      given_by text not null check (given_by in ('parent', 'school')),
      given_at timestamptz not null default now(),
      check ((purpose = 'course') = (course_run_id is not null))
    );
    create index parental_consent_account on parental_consent (account_id);
    create unique index parental_consent_own on parental_consent (account_id) where purpose = 'account';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table parental_consent');
}
