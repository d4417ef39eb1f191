import type { Knex } from 'knex';

// Files that people have uploaded or services have made.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table media_object (
      id uuid primary key,
      account_id uuid references account on delete set null,
      kind text not null,
      type text not null,
      bytes bigint not null check (bytes > 0),
      sha256 text not null,
      created_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create index media_object_owner on media_object (account_id);
    create index media_object_unused on media_object (created_at) where deleted_at is not null or account_id is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table media_object');
}
