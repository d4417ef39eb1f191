import type { Knex } from 'knex';

// A course that whoever has its address may read. Taking the address back is deleting the row.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table course_share (
      course_id uuid primary key references course on delete cascade,
      account_id uuid not null references account on delete cascade,
      token text not null unique,
      created_at timestamptz not null default now()
    );
    create index course_share_of_account on course_share (account_id);
  `);
}
