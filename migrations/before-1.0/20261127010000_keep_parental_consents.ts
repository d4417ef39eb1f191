import type { Knex } from 'knex';

// That a parent or a school has agreed to the account of somebody under 13: who and when. It goes with the account. (Of a course, its form says it.)
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table parental_consent (
      account_id uuid primary key references account on delete cascade,
      given_by text not null check (given_by in ('parent', 'school')),
      given_at timestamptz not null default now()
    );
  `);
}
